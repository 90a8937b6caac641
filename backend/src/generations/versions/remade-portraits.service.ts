import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AiProfilesService } from '../../ai-profiles/index.js';
import { facts } from '../../facts/index.js';
import type { RefineRequest, Retouch } from '../../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../../integrations/storage/index.js';
import { PermanentFailure } from '../../platform/queue/index.js';
import type { Generation } from '../generation.entity.js';
import type { Portrait } from '../portrait.entity.js';

/** What the engine needs to make portraits of finished runs again. */
@Injectable()
export class RemadePortraits {
  constructor(
    private readonly profiles: AiProfilesService,
    private readonly storage: ObjectStorage,
  ) {}

  /** @throws PermanentFailure once what it was made of has gone */
  async requestFor(
    em: EntityManager,
    run: Generation,
    portrait: Portrait,
    { photoId, retouch, signal }: { photoId: string | null | undefined; retouch: Retouch; signal: AbortSignal },
  ): Promise<RefineRequest> {
    const model = await this.profiles.modelOf(em, run.profileId);
    const photo = photoId ? model?.photos?.find((one) => one.photoId === photoId) : null;
    if (!model || !portrait.source || (photoId && !photo?.cutout))
      throw new PermanentFailure('what the portrait was made of has gone');
    return {
      descriptor: model.descriptor,
      readArtifact: (name) => this.storage.read(model.storagePrefix + name),
      scene: run.scene,
      seed: run.seed,
      count: facts.generation.portraits,
      choice: run.photoChoice ?? null,
      complaint: run.complaint ?? null,
      index: portrait.position,
      source: portrait.source,
      cutout: photo?.cutout ?? null,
      retouch,
      signal,
    };
  }
}
