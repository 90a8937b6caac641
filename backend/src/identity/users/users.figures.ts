import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { rowsById } from '../../platform/database/index.js';
import { db } from '../identity.tables.js';
import { User } from './user.entity.js';

/** Figures that somebody may ask for together with others, in one query. */
export const userFigures = {
  users: sql<number>`(select count(*)::int from app_user where deleted_at is null)`,
  blocked: sql<number>`(select count(*)::int from app_user where is_blocked and deleted_at is null)`,
};

/** New accounts by day in a zone: `day`, `number`. */
export const newUsersByDay = (zone: string, since: Date): RawBuilder<unknown> =>
  sql`(select (created_at at time zone ${sql.lit(zone)})::date as day, count(*)::int as number from app_user where created_at > ${since}::timestamptz group by 1)`;

/** These users, without those who have left. */
export const usersById = (em: EntityManager, ids: readonly (string | null | undefined)[]) =>
  rowsById(em, User, ids, { deletedAt: null });

/** What these people are called; those who have left have no name any more. */
export const userNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('app_user').select(['id', 'email as name']).where('deleted_at', 'is', null).where('id', 'in', ids);
