import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { ObjectStorage } from '../integrations/storage/index.js';
import { AppError } from '../platform/errors/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { TrainedModel } from './trained-model.entity.js';

@Injectable()
export class ProfilePreviewService {
  constructor(
    private readonly em: EntityManager,
    private readonly storage: ObjectStorage,
  ) {}

  /** @throws AppError `not_found`, also for a stranger's profile. */
  async open(userId: string, profileId: string) {
    const owned = await this.em.count(AiProfile, { id: profileId, userId });
    const model = owned ? await this.em.findOne(TrainedModel, { profileId, hasPreview: true }) : null;
    const object = model ? await this.storage.open(`${model.storagePrefix}preview.webp`) : null;
    if (!object) throw new AppError('not_found');
    return object;
  }
}
