import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { ObjectStorage } from '../integrations/storage/index.js';
import { AppError } from '../platform/errors/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { TrainedModel } from './trained-model.entity.js';
import { isTaken, smallPictureOf } from './trained-photos.js';

/** Small pictures of what a profile keeps. */
@Injectable()
export class ProfilePreviewService {
  constructor(
    private readonly em: EntityManager,
    private readonly storage: ObjectStorage,
  ) {}

  /** The profile's own picture: of the best photo that is not excluded. @throws AppError `not_found`, also for a stranger's profile. */
  async open(userId: string, profileId: string) {
    const model = await this.modelOf(userId, profileId);
    if (!model?.hasPreview) throw new AppError('not_found');
    const cutout = model.photos?.find(isTaken)?.cutout;
    return this.openFile(model, cutout ? smallPictureOf(cutout) : 'preview.webp');
  }

  /** What the profile keeps of one photo. @throws AppError `not_found`, also for a photo of which nothing is kept. */
  async openPhoto(userId: string, profileId: string, photoId: string) {
    const model = await this.modelOf(userId, profileId);
    const cutout = model?.photos?.find((photo) => photo.photoId === photoId)?.cutout;
    if (!model || !cutout) throw new AppError('not_found');
    return this.openFile(model, smallPictureOf(cutout));
  }

  private async modelOf(userId: string, profileId: string): Promise<TrainedModel | null> {
    const isOwned = (await this.em.count(AiProfile, { id: profileId, userId })) > 0;
    return isOwned ? this.em.findOne(TrainedModel, { profileId }) : null;
  }

  private async openFile({ storagePrefix }: TrainedModel, name: string) {
    const object = await this.storage.open(storagePrefix + name);
    if (!object) throw new AppError('not_found');
    return object;
  }
}
