import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { FavouriteStyle } from './favourite-style.entity.js';
import { Style } from './style.entity.js';
import { StylesService } from './styles.service.js';
import { db } from './styles.tables.js';

/** The styles that a customer likes best. */
@Injectable()
export class FavouriteStylesService {
  constructor(
    private readonly em: EntityManager,
    private readonly styles: StylesService,
    private readonly live: LivePublisher,
    private readonly clock: Clock,
  ) {}

  /** Those on sale, in the order of all styles. */
  async list(userId: string): Promise<Style[]> {
    const favourites = await this.em.find(FavouriteStyle, { userId }, { refresh: true });
    const ids = new Set(favourites.map(({ styleId }) => styleId));
    return (await this.styles.listEnabled()).filter(({ id }) => ids.has(id));
  }

  /** However often it is said, it is a favourite once. @throws AppError `not_found` for an unknown or disabled slug. */
  async add(userId: string, slug: string): Promise<void> {
    const { id: styleId } = await this.styles.bySlug(slug);
    const added = await db(this.em)
      .insertInto('favourite_style')
      .values({ id: randomUUID(), created_at: this.clock.now(), user_id: userId, style_id: styleId })
      .onConflict((conflict) => conflict.columns(['user_id', 'style_id']).doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows) this.live.publish(userId, 'favourite_style.changed', { styleId });
  }

  /** Also of a style that is off sale. @throws AppError `not_found` for an unknown slug. */
  async remove(userId: string, slug: string): Promise<void> {
    const style = await this.em.findOne(Style, { slug });
    if (!style) throw new AppError('not_found');
    const removed = await this.em.nativeDelete(FavouriteStyle, { userId, styleId: style.id });
    if (removed > 0) this.live.publish(userId, 'favourite_style.changed', { styleId: style.id });
  }
}
