import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ObjectMissing, ObjectStorage } from '../integrations/storage/index.js';
import { SignedLinks } from '../platform/http/index.js';
import { smallKey } from './generation-keys.js';
import { portraitPath } from './generations.views.js';
import { Portrait } from './portrait.entity.js';

/** Pictures of portraits for those who have a published link to them. Who may see one is asked by the caller. */
@Injectable()
export class PortraitPictures {
  constructor(
    private readonly storage: ObjectStorage,
    private readonly links: SignedLinks,
  ) {}

  /** Signed links to the previews of own portraits, by their ids; of one that is gone there is none. */
  async previewLinks(em: EntityManager, userId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const present = await em.find(Portrait, { id: { $in: [...ids] }, userId }, { fields: ['id'] });
    return new Map(present.map(({ id }) => [id, this.links.sign(portraitPath(id, 'preview'), userId)]));
  }

  /** The small marked picture of a portrait; null until it is made, and once the portrait is gone. */
  async readSmall(em: EntityManager, portraitId: string): Promise<Buffer | null> {
    const portrait = await em.findOne(Portrait, { id: portraitId });
    if (!portrait) return null;
    const key = smallKey(portrait.generationId, portrait.position);
    return this.storage.read(key).catch((error: unknown) => {
      if (error instanceof ObjectMissing) return null;
      throw error;
    });
  }
}
