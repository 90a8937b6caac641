import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { db } from '../identity.tables.js';

/** Figures that somebody may ask for together with others, in one query. */
export const userFigures = {
  users: sql<number>`(select count(*)::int from app_user where deleted_at is null)`,
  blocked: sql<number>`(select count(*)::int from app_user where is_blocked and deleted_at is null)`,
};

/** New accounts by day in a zone: `day`, `number`. */
export const newUsersByDay = (zone: string): RawBuilder<unknown> =>
  sql`(select (created_at at time zone ${sql.lit(zone)})::date as day, count(*)::int as number from app_user group by 1)`;

/** What these people are called; whoever has left has no name any more. */
export const userNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('app_user').select(['id', 'email as name']).where('deleted_at', 'is', null).where('id', 'in', ids);
