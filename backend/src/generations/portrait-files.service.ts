import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Readable } from 'node:stream';
import yazl from 'yazl';
import { ObjectStorage, type StoredObject } from '../integrations/storage/index.js';
import { AppError } from '../platform/errors/index.js';
import { Generation } from './generation.entity.js';
import { formatKey, previewKey } from './generation-keys.js';
import { portraitFileName } from './portrait-file-name.js';
import type { FormatKey } from './portrait-format-keys.js';
import { Portrait } from './portrait.entity.js';

/** Opens an owner's image files. A stranger's id answers like a missing one. */
@Injectable()
export class PortraitFilesService {
  constructor(
    private readonly em: EntityManager,
    private readonly storage: ObjectStorage,
  ) {}

  /** @throws AppError `not_found`. */
  async portrait(userId: string, id: string, variant: 'original' | 'preview' | FormatKey): Promise<StoredObject & { fileName: string }> {
    const portrait = await this.em.findOne(Portrait, { id, userId });
    const object = portrait ? await this.storage.open(keyOf(portrait, variant)) : null;
    if (!portrait || !object) throw new AppError('not_found');
    return { ...object, fileName: portraitFileName(portrait, variant === 'original' || variant === 'preview' ? undefined : variant) };
  }

  /** @throws AppError `not_found` unless the preview of a running generation of this user is stored. */
  async runPreview(userId: string, generationId: string, index: number): Promise<StoredObject> {
    const generation = await this.em.findOne(Generation, { id: generationId, userId });
    const object = generation?.delivered.some((portrait) => portrait.index === index) ? await this.storage.open(previewKey(generationId, index)) : null;
    if (!object) throw new AppError('not_found');
    return object;
  }

  /** All portraits as one ZIP, streamed; JPEGs are stored uncompressed, byte for byte. */
  async archive(userId: string, generationId: string): Promise<{ stream: Readable; fileName: string }> {
    const portraits = await this.em.find(Portrait, { generationId, userId }, { orderBy: { rank: 'desc' } });
    if (portraits.length === 0) throw new AppError('not_found');
    const zip = new yazl.ZipFile();
    for (const portrait of portraits) {
      zip.addReadStreamLazy(portraitFileName(portrait), { compress: false, size: portrait.bytes, mtime: portrait.createdAt }, (pass) => {
        this.storage.open(portrait.storageKey).then(
          (object) => (object ? pass(null, object.stream) : pass(new Error('stored portrait is missing'), null as never)),
          (error: unknown) => pass(error, null as never),
        );
      });
    }
    zip.end();
    return { stream: zip.outputStream as Readable, fileName: `portraits-${portraits[0]!.createdAt.getTime()}.zip` };
  }
}

function keyOf(portrait: Portrait, variant: 'original' | 'preview' | FormatKey): string {
  if (variant === 'original') return portrait.storageKey;
  return variant === 'preview' ? portrait.previewKey : formatKey(portrait.generationId, portrait.position, variant);
}
