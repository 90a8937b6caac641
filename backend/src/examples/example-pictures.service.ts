import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { facts } from '../facts/index.js';
import {
  orTooSlow,
  PHOTO_INSPECTOR,
  type PhotoInspector,
  type PhotoReason,
} from '../integrations/portrait-engine/index.js';
import { ObjectStorage, type StoredObject } from '../integrations/storage/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { UploadIntake, type Upload } from '../platform/http/index.js';
import { Outbox } from '../platform/queue/index.js';
import { ExamplePicture, type PictureKind } from './example-picture.entity.js';
import { Example } from './example.entity.js';
import { ExamplePicturesAdded } from './examples.events.js';
import { pictureKey, uploadKey } from './example-keys.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** Why a picture was not taken: as a photo of a profile, or a portrait that was not made here. */
export type Refusal = PhotoReason | 'not_made_here';

/** Whose upload it is, and from where. */
export interface Uploader {
  userId: string;
  address: string;
  signal: AbortSignal;
}

/** How pictures come into an example, and leave it before it is shown. */
@Injectable()
export class ExamplePictures {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly intake: UploadIntake,
    private readonly outbox: Outbox,
    @Inject(PHOTO_INSPECTOR) private readonly inspector: PhotoInspector,
  ) {}

  /**
   * Takes a picture with a face into an example that is not shown yet; a before-picture replaces the one there was, and a portrait has to
   * carry our mark: what is shown as made here was.
   * @param find locks the example in the transaction it is given, or throws
   * @returns why it was not taken, or null
   * @throws AppError as `find`; `file_too_large`, `check_too_slow`, `conflict` when there are as many portraits as may be
   */
  async upload(
    upload: Upload,
    { userId, address, signal }: Uploader,
    { kind, find }: { kind: PictureKind; find(em: EntityManager): Promise<Example> },
  ): Promise<Refusal | null> {
    const room = { owner: userId, address, maxBytes: facts.photos.maxBytes, signal };
    const { inspection, trace } = await this.intake.take(upload, room, async (photo) => ({
      trace: kind === 'portrait' ? await orTooSlow(this.inspector.trace(photo, { signal })) : null,
      inspection: await orTooSlow(this.inspector.inspect(photo, { signal })),
    }));
    if (!inspection.ok) return inspection.reason;
    const mark = trace?.ok && !trace.isSample ? trace.mark : null;
    if (trace && !mark) return 'not_made_here';
    const id = randomUUID();
    let stored: string | null = null;
    try {
      await this.em.fork().transactional(async (em) => {
        const example = await find(em);
        const sourceKey = uploadKey(example.id, id);
        const { width, height } = inspection;
        if (kind === 'before') await this.discard(em, { exampleId: example.id, kind });
        await this.add(em, example.id, [{ id, kind, sourceKey, mark, width, height }]);
        await this.storage.put(sourceKey, inspection.jpeg, 'image/jpeg');
        stored = sourceKey;
      });
      return null;
    } catch (error) {
      if (stored) await this.storage.delete([stored]);
      throw error;
    }
  }

  /** Notes pictures in the example's order, and has them copied. @throws AppError `conflict` */
  async add(
    em: EntityManager,
    exampleId: string,
    pictures: readonly Pick<ExamplePicture, 'id' | 'kind' | 'sourceKey' | 'mark' | 'width' | 'height'>[],
  ): Promise<void> {
    const present = await em.find(ExamplePicture, { exampleId }, { orderBy: { position: 'asc' } });
    const portraits = [...present, ...pictures].filter(({ kind }) => kind === 'portrait').length;
    if (portraits > facts.examples.mostPortraits)
      throw new AppError('conflict', { detail: `at most ${facts.examples.mostPortraits} portraits` });
    const first = (present.at(-1)?.position ?? -1) + 1;
    pictures.forEach((picture, index) =>
      em.create(ExamplePicture, { ...picture, exampleId, position: first + index, createdAt: this.clock.now() }),
    );
    await em.flush();
    await this.outbox.add(em, ExamplePicturesAdded, { exampleId });
  }

  /** A picture as it is shown, whether its example is or not. @throws AppError `not_found` */
  async open(exampleId: string, pictureId: string): Promise<StoredObject> {
    const picture = await this.em.fork().findOne(ExamplePicture, { id: pictureId, exampleId });
    const object = picture ? await this.storage.open(pictureKey(exampleId, pictureId, facts.examples.widths[1])) : null;
    if (!object) throw new AppError('not_found');
    return object;
  }

  /** @throws AppError `not_found` */
  async remove(em: EntityManager, exampleId: string, pictureId: string): Promise<void> {
    if ((await this.discard(em, { exampleId, id: pictureId })) === 0) throw new AppError('not_found');
  }

  /** The rows go now, their files right after. @returns how many */
  private async discard(
    em: EntityManager,
    which: { exampleId: string; id?: string; kind?: PictureKind },
  ): Promise<number> {
    const pictures = await em.find(ExamplePicture, which);
    const keys = pictures.flatMap(({ id, exampleId }) => [
      uploadKey(exampleId, id),
      ...facts.examples.widths.map((width) => pictureKey(exampleId, id, width)),
    ]);
    em.remove(pictures);
    await em.flush();
    if (keys.length > 0) await this.outbox.add(em, ObjectsDiscarded, { keys, prefixes: [] });
    return pictures.length;
  }
}

/** The example as it is until the transaction ends. */
export const lockExample = (
  em: EntityManager,
  which: { id: string; userId?: string } | { generationId: string; userId: string },
) =>
  em.findOne(Example, { ...which, status: { $ne: 'ended' } }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
