import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  EntityManager,
  LockMode,
  UniqueConstraintViolationException,
  wrap,
  type EntityDTO,
} from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AppError } from '../platform/errors/index.js';
import { Style } from './style.entity.js';
import { seedOrder, STYLE_SEED } from './style-seed.js';
import { db } from './styles.tables.js';

@Injectable()
export class StylesService {
  constructor(private readonly em: EntityManager) {}

  listEnabled(): Promise<Style[]> {
    return this.em.find(Style, { enabled: true }, { orderBy: [{ sortOrder: 'asc' }, { slug: 'asc' }] });
  }

  async isOnSale(slug: string): Promise<boolean> {
    return (await this.em.count(Style, { slug, enabled: true })) > 0;
  }

  /** @throws AppError `not_found` for an unknown or disabled slug. */
  async bySlug(slug: string): Promise<Style> {
    const style = await this.em.findOne(Style, { slug, enabled: true });
    if (!style) throw new AppError('not_found');
    return style;
  }

  /** @throws AppError `not_found`. */
  async enabledById(em: EntityManager, id: string): Promise<Style> {
    const style = await this.findEnabled(em, id);
    if (!style) throw new AppError('not_found');
    return style;
  }

  findEnabled(em: EntityManager, id: string): Promise<Style | null> {
    return em.findOne(Style, { id, enabled: true });
  }

  byIds(ids: string[]): Promise<Style[]> {
    return ids.length ? this.em.find(Style, { id: { $in: ids } }) : Promise.resolve([]);
  }

  /** In their order, disabled ones too. */
  listAll(): Promise<Style[]> {
    return this.em.find(Style, {}, { orderBy: [{ sortOrder: 'asc' }, { slug: 'asc' }], refresh: true });
  }

  /**
   * Changes what is given. The scene stays, whatever the slug is.
   * @returns the style as it was
   * @throws AppError `not_found`, `slug_taken`
   */
  async edit(
    em: EntityManager,
    id: string,
    change: Partial<
      Pick<Style, 'displayName' | 'slug' | 'description' | 'category' | 'purposes' | 'enabled' | 'sortOrder'>
    >,
  ): Promise<EntityDTO<Style>> {
    const style = await em.findOne(Style, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (!style) throw new AppError('not_found');
    const before = wrap(style).toPOJO();
    Object.assign(style, change);
    try {
      await em.flush();
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException
        ? new AppError('slug_taken', { fields: [{ path: 'slug', code: 'taken', message: 'another style has it' }] })
        : error;
    }
    return before;
  }

  /** Adds the styles a fresh installation offers. */
  async seed(em: EntityManager): Promise<void> {
    for (const [index, style] of STYLE_SEED.entries()) {
      const { scene, prompt, purposes } = style;
      // A scene has its style once, whatever an admin has made of its slug since.
      await sql`
        insert into style (id, created_at, slug, scene, prompt, display_name, description, category, purposes, enabled, sort_order)
        select ${randomUUID()}::uuid, now(), ${style.slug}, ${scene}, ${prompt}, ${style.displayName}, ${style.description}, ${style.category}, ${purposes}::text[], true, ${seedOrder(index)}::int
        where not exists (select 1 from style where scene = ${scene}) on conflict (slug) do nothing`.execute(db(em));
      // Those from before styles had words, or purposes.
      await db(em).updateTable('style').set({ prompt }).where('scene', '=', scene).where('prompt', '=', '').execute();
      await sql`update style set purposes = ${purposes}::text[] where scene = ${scene} and purposes = '{}'`.execute(
        db(em),
      );
    }
  }
}
