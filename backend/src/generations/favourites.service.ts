import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../platform/errors/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Portrait } from './portrait.entity.js';

/** The portraits that their owner likes best. */
@Injectable()
export class FavouritesService {
  constructor(
    private readonly em: EntityManager,
    private readonly live: LivePublisher,
  ) {}

  /** However often it is said, the portrait is a favourite or it is not. @throws AppError `not_found`, also for a stranger's portrait. */
  async set(userId: string, id: string, isFavourite: boolean): Promise<void> {
    const portrait = await this.em.findOne(Portrait, { id, userId }, { refresh: true });
    if (!portrait) throw new AppError('not_found');
    const changed = await this.em.nativeUpdate(Portrait, { id, userId, isFavourite: !isFavourite }, { isFavourite });
    if (changed > 0)
      this.live.publish(userId, 'portrait.changed', { generationId: portrait.generationId, portraitId: id });
  }
}
