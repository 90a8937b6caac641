import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import { AiProfilesService } from '../ai-profiles/index.js';
import { ObjectStorage, type StoredObject } from '../integrations/storage/index.js';
import { AppError } from '../platform/errors/index.js';
import { Generation } from './generation.entity.js';
import { formatKey, markedPreviewKey, previewKey } from './generation-keys.js';
import { portraitFileName, versionFileName } from './portrait-file-name.js';
import { formatsOf, type FormatKey } from './portrait-format-keys.js';
import { PREVIEWS, type PreviewVariant } from './portrait-previews.js';
import { Portrait } from './portrait.entity.js';
import { isClear } from './versions/portrait-background.js';
import { fileOf } from './versions/version-file.js';
import { PortraitVersion } from './versions/portrait-version.entity.js';

/** The files of a portrait. */
export type FileVariant = 'original' | PreviewVariant | FormatKey;

/** Opens an owner's image files. A stranger's id answers like a missing one. */
@Injectable()
export class PortraitFilesService {
  constructor(
    private readonly em: EntityManager,
    private readonly storage: ObjectStorage,
    private readonly profiles: AiProfilesService,
  ) {}

  /** @throws AppError `not_found`. */
  async portrait(userId: string, id: string, variant: FileVariant): Promise<StoredObject & { fileName: string }> {
    const portrait = await this.em.findOne(Portrait, { id, userId });
    const object = portrait ? await this.storage.open(keyOf(portrait, variant)) : null;
    if (!portrait || !object) throw new AppError('not_found');
    return {
      ...object,
      fileName: portraitFileName(portrait, variant === 'original' || isPreview(variant) ? undefined : variant),
    };
  }

  /** @throws AppError `not_found`, also while it is being made */
  async version(
    userId: string,
    portraitId: string,
    number: number,
  ): Promise<StoredObject & { fileName: string; type: string }> {
    const portrait = await this.em.findOne(Portrait, { id: portraitId, userId });
    const version = portrait
      ? await this.em.findOne(PortraitVersion, { portraitId, number, readyAt: { $ne: null } })
      : null;
    const object = portrait && version ? await this.storage.open(fileOf(version, portrait.position)) : null;
    if (!portrait || !version || !object) throw new AppError('not_found');
    const type = isClear(version.background) ? 'image/png' : 'image/jpeg';
    return { ...object, fileName: versionFileName(portrait, version), type };
  }

  /** @throws AppError `not_found` unless the marked preview of a running generation of this user is stored. */
  async runPreview(userId: string, generationId: string, index: number): Promise<StoredObject> {
    const generation = await this.em.findOne(Generation, { id: generationId, userId });
    const object = generation?.previewed.includes(index)
      ? await this.storage.open(markedPreviewKey(generationId, index))
      : null;
    if (!object) throw new AppError('not_found');
    return object;
  }

  /** What a portrait was made of, as the profile's model shows it. @throws AppError `not_found`, also once the profile is gone. */
  async before(userId: string, generationId: string, index: number): Promise<StoredObject> {
    const portrait = await this.em.findOne(Portrait, { generationId, userId, position: index });
    const generation = portrait?.source ? await this.em.findOne(Generation, { id: generationId, userId }) : null;
    const model = generation ? await this.profiles.modelOf(this.em, generation.profileId) : null;
    const object =
      model && portrait?.source ? await this.storage.open(model.storagePrefix + portrait.source.artifact) : null;
    if (!object) throw new AppError('not_found');
    return object;
  }

  /** All portraits as one ZIP, streamed, with a folder for each format; JPEGs are stored uncompressed, byte for byte. */
  async archive(userId: string, generationId: string): Promise<{ stream: Readable; fileName: string }> {
    const portraits = await this.em.find(Portrait, { generationId, userId }, { orderBy: { rank: 'desc' } });
    if (portraits.length === 0) throw new AppError('not_found');
    const zip = new yazl.ZipFile();
    const output = zip.outputStream as PassThrough;
    // Deleted while it is read: the download breaks off, and does not look whole.
    zip.on('error', (error: Error) => output.destroy(error));
    for (const portrait of portraits)
      this.addFile(zip, portrait.storageKey, portraitFileName(portrait), portrait.createdAt, portrait.bytes);
    for (const portrait of portraits)
      for (const { key } of formatsOf(portrait))
        this.addFile(
          zip,
          keyOf(portrait, key),
          `${FORMAT_FOLDERS[key]}/${portraitFileName(portrait, key)}`,
          portrait.createdAt,
        );
    zip.end();
    return { stream: output, fileName: `portraits-${portraits[0]!.createdAt.getTime()}.zip` };
  }

  private addFile(zip: yazl.ZipFile, key: string, path: string, mtime: Date, size?: number): void {
    zip.addReadStreamLazy(path, { compress: false, mtime, ...(size === undefined ? {} : { size }) }, (pass) => {
      this.storage.open(key).then(
        (object) =>
          object ? pass(null, object.stream) : pass(new Error('a stored picture is missing'), null as never),
        (error: unknown) => pass(error, null as never),
      );
    });
  }
}

/** Folders of the ZIP; without umlauts, which some unpackers spoil. */
const FORMAT_FOLDERS: Record<FormatKey, string> = {
  linkedin: 'LinkedIn',
  square: 'Quadrat',
  cv: 'Lebenslauf',
  banner: 'Kopfzeile',
  signature: 'E-Mail-Signatur',
  badge: 'Namensschild',
};

function keyOf(portrait: Portrait, variant: FileVariant): string {
  if (variant === 'original') return portrait.storageKey;
  if (variant === 'preview') return portrait.previewKey;
  return isPreview(variant)
    ? previewKey(portrait.generationId, portrait.position, variant)
    : formatKey(portrait.generationId, portrait.position, variant);
}

export const isPreview = (variant: string): variant is PreviewVariant =>
  PREVIEWS.some((preview) => preview.variant === variant);
