import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { pageOf, rowsById, isLately, workFigures, type WorkFigures } from '../platform/database/index.js';
import type { PageQuery } from '../platform/http/index.js';
import { Generation } from './generation.entity.js';
import { db } from './generations.tables.js';

const runsSince = (since: Date) => ({
  done: sql`status = 'completed'`,
  began: sql`started_at`,
  ended: sql`completed_at`,
  since,
});

/** How runs went since a moment. */
export function readRuns(em: EntityManager, since: Date): Promise<WorkFigures> {
  const work = runsSince(since);
  return db(em).selectFrom('generation').select(workFigures(work)).where(isLately(work)).executeTakeFirstOrThrow();
}

/** A customer's runs, newest first. */
export const pageOfRuns = (em: EntityManager, userId: string, page: PageQuery) =>
  pageOf(em, Generation, { userId }, page);

export const runsById = (em: EntityManager, ids: readonly string[]) => rowsById(em, Generation, ids);

/** How many portraits each of these runs has; one without is missing. */
export async function countPortraits(em: EntityManager, runIds: readonly string[]): Promise<Map<string, number>> {
  if (runIds.length === 0) return new Map();
  const rows = await db(em)
    .selectFrom('portrait')
    .select(['generation_id', sql<number>`count(*)::int`.as('count')])
    .where('generation_id', 'in', runIds)
    .groupBy('generation_id')
    .execute();
  return new Map(rows.map((row) => [row.generation_id, row.count]));
}

/** How often runs were not liked, by style, by what had made them and why; the most frequent first. */
export const countComplaints = (em: EntityManager) =>
  db(em)
    .selectFrom('free_repeat')
    .select(['style_id', 'engine', 'complaint', sql<number>`count(*)::int`.as('count')])
    .groupBy(['style_id', 'engine', 'complaint'])
    .orderBy('count', 'desc')
    .orderBy('style_id')
    .orderBy('complaint')
    .execute();

/** How many runs each style has had. */
export async function countRunsByStyle(em: EntityManager): Promise<Map<string, number>> {
  const rows = await db(em)
    .selectFrom('generation')
    .select(['style_id', sql<number>`count(*)::int`.as('count')])
    .groupBy('style_id')
    .execute();
  return new Map(rows.map((row) => [row.style_id, row.count]));
}

/** How the runs of each style went since a moment. */
export function readRunsByStyle(em: EntityManager, since: Date): Promise<(WorkFigures & { styleId: string })[]> {
  const work = runsSince(since);
  return db(em)
    .selectFrom('generation')
    .select('style_id as styleId')
    .select(workFigures(work))
    .where(isLately(work))
    .groupBy('style_id')
    .execute();
}
