import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { pageOf, isLately, workFigures, type WorkFigures } from '../platform/database/index.js';
import type { PageQuery } from '../platform/http/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { db } from './ai-profiles.tables.js';

/** How trainings went since a moment. */
export function readTrainings(em: EntityManager, since: Date): Promise<WorkFigures> {
  const work = { done: sql`status = 'ready'`, began: sql`training_started_at`, ended: sql`ready_at`, since };
  return db(em).selectFrom('ai_profile').select(workFigures(work)).where(isLately(work)).executeTakeFirstOrThrow();
}

/** How many trainings ended since a moment: well, by a fault of the engine, or for want of photos that can be used. */
export const countEndedTrainings = (
  em: EntityManager,
  since: Date,
): Promise<{ completed: number; failed: number; refused: number }> =>
  db(em)
    .selectFrom('ai_profile')
    .select([
      sql<number>`count(*) filter (where status = 'ready')::int`.as('completed'),
      sql<number>`count(*) filter (where status = 'failed' and failure <> 'too_few_photos')::int`.as('failed'),
      sql<number>`count(*) filter (where status = 'failed' and failure = 'too_few_photos')::int`.as('refused'),
    ])
    .where(isLately({ began: sql`training_started_at`, ended: sql`ready_at`, since, done: sql`true` }))
    .executeTakeFirstOrThrow();

/** A customer's profiles, newest first. */
export const pageOfProfiles = (em: EntityManager, userId: string, page: PageQuery) =>
  pageOf(em, AiProfile, { userId }, page);

/** How many photos each of these profiles has; one without is missing. */
export async function countPhotos(em: EntityManager, profileIds: readonly string[]): Promise<Map<string, number>> {
  if (profileIds.length === 0) return new Map();
  const rows = await db(em)
    .selectFrom('reference_photo')
    .select(['profile_id', sql<number>`count(*)::int`.as('count')])
    .where('profile_id', 'in', profileIds)
    .groupBy('profile_id')
    .execute();
  return new Map(rows.map((row) => [row.profile_id, row.count]));
}
