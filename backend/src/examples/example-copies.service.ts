import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import sharp from 'sharp';
import { provenanceXmp } from '../integrations/portrait-engine/index.js';
import { facts } from '../facts/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { Clock } from '../platform/clock/index.js';
import { Outbox, type Lease } from '../platform/queue/index.js';
import { ExamplePicture } from './example-picture.entity.js';
import { Example } from './example.entity.js';
import { pictureKey, uploadKey } from './example-keys.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

const WRITING = { quality: 80, effort: 4 };

/** The worker's part: copies of what an example shows, in the widths that pages ask for. */
@Injectable()
export class ExampleCopies {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly outbox: Outbox,
  ) {}

  async run(exampleId: string, lease: Lease): Promise<void> {
    const waiting = await this.em
      .fork()
      .find(ExamplePicture, { exampleId, readyAt: null }, { orderBy: { position: 'asc' } });
    for (const picture of waiting) await this.copy(picture, lease.signal);
  }

  private async copy(picture: ExamplePicture, signal: AbortSignal): Promise<void> {
    const { id, exampleId, sourceKey, mark } = picture;
    signal.throwIfAborted();
    const source = await this.storage.open(sourceKey).then((object) => (object ? this.storage.read(sourceKey) : null));
    if (!source) return this.forget(picture);
    const keys: string[] = [];
    for (const width of facts.examples.widths) {
      const resized = sharp(source).rotate().resize({ width, withoutEnlargement: true }).webp(WRITING);
      const webp = await (mark ? resized.withXmp(provenanceXmp(mark)) : resized.keepXmp()).toBuffer();
      const key = pictureKey(exampleId, id, width);
      await this.storage.put(key, webp, 'image/webp');
      keys.push(key);
    }
    const isKept = await this.em.fork().transactional(async (em) => {
      const example = await em.findOne(
        Example,
        { id: exampleId, status: { $ne: 'ended' } },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!example || (await em.nativeUpdate(ExamplePicture, { id }, { readyAt: this.clock.now() })) === 0)
        return false;
      // The upload is not needed any more; a job deletes it even if this process ends here.
      if (sourceKey === uploadKey(exampleId, id))
        await this.outbox.add(em, ObjectsDiscarded, { keys: [sourceKey], prefixes: [] });
      return true;
    });
    if (!isKept) await this.storage.delete([...keys, uploadKey(exampleId, id)]);
  }

  /** What it was to be copied from has gone in the meantime. */
  private async forget({ id }: ExamplePicture): Promise<void> {
    await this.em.fork().nativeDelete(ExamplePicture, { id, readyAt: null });
  }
}
