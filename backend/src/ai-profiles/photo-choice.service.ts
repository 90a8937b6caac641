import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { DomainEvents } from '../platform/domain-events/index.js';
import { AppError } from '../platform/errors/index.js';
import { PhotoExcluded } from './ai-profiles.domain-events.js';
import { AiProfilesService } from './ai-profiles.service.js';
import { TrainedModel } from './trained-model.entity.js';
import { isTaken, type PhotoChoice } from './trained-photos.js';

/** What customers want of the photos their portraits are made of. */
@Injectable()
export class PhotoChoiceService {
  constructor(
    private readonly em: EntityManager,
    private readonly profiles: AiProfilesService,
    private readonly domainEvents: DomainEvents,
  ) {}

  /**
   * Notes what is wanted of one photo. Runs that have begun keep what held at their start.
   * @throws AppError `not_found`; `profile_not_ready`; `conflict` for a photo of which no portraits are made; `last_photo` when none would be left.
   */
  async choose(userId: string, profileId: string, photoId: string, choice: PhotoChoice): Promise<void> {
    await this.em.transactional(async (em) => {
      await this.profiles.requireReady(em, userId, profileId);
      const model = await em.findOne(
        TrainedModel,
        { profileId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      const photo = model?.photos?.find((one) => one.photoId === photoId);
      if (!model?.photos || !photo) throw new AppError('not_found');
      if (!photo.cutout) throw new AppError('conflict', { detail: 'no portraits are made of this photo' });
      const photos = model.photos.map((one) => (one.photoId === photoId ? { ...one, choice } : one));
      if (!photos.some(isTaken)) throw new AppError('last_photo');
      model.photos = photos;
      await em.flush();
      if (choice === 'exclude') await this.domainEvents.publish(em, PhotoExcluded, { profileId, photoId });
    });
  }
}
