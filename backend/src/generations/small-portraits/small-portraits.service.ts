import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { ObjectStorage } from '../../integrations/storage/index.js';
import { markPicture } from '../../previews/mark/index.js';
import { smallKey } from '../generation-keys.js';
import { Portrait } from '../portrait.entity.js';

const SMALL = { width: facts.votes.pixels, height: facts.votes.pixels };

/** The worker's part of small marked pictures: too few pixels for a profile picture, and the mark drawn into them. */
@Injectable()
export class SmallPortraits {
  constructor(
    private readonly em: EntityManager,
    private readonly storage: ObjectStorage,
  ) {}

  /** Makes that of a portrait, unless it is there. A portrait that goes meanwhile takes it along. */
  async make(portraitId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const em = this.em.fork();
    const portrait = await em.findOne(Portrait, { id: portraitId });
    if (!portrait) return;
    const key = smallKey(portrait.generationId, portrait.position);
    if (await this.storage.has(key)) return;
    const { webp } = await markPicture(await this.storage.read(portrait.storageKey), SMALL);
    await this.storage.put(key, webp, 'image/webp');
    if ((await em.count(Portrait, { id: portraitId })) === 0) await this.storage.delete([key]);
  }
}
