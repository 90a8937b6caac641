import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from './misuse.tables.js';

/** Figures that somebody may ask for together with others, in one query. */
export const misuseFigures = {
  openReports: sql<number>`(select count(*)::int from misuse_report where status = 'open')`,
};

/** What these reports are called. */
export const misuseReportNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('misuse_report').select(['id', 'number as name']).where('id', 'in', ids);
