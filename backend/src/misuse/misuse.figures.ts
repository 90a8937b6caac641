import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { pageOf } from '../platform/database/index.js';
import type { PageQuery } from '../platform/http/index.js';
import { MisuseReportRun } from './misuse-report-run.entity.js';
import { MisuseReport } from './misuse-report.entity.js';
import { db } from './misuse.tables.js';

/** Figures that somebody may ask for together with others, in one query. */
export const misuseFigures = {
  openReports: sql<number>`(select count(*)::int from misuse_report where status = 'open')`,
};

/** Reports that wait for somebody, oldest first, each with the runs it is about. */
export async function pageOfOpenReports(em: EntityManager, page: PageQuery) {
  const { items, nextCursor } = await pageOf(em, MisuseReport, { status: 'open' }, page, 'asc');
  const runs = await em.find(
    MisuseReportRun,
    { reportId: { $in: items.map(({ id }) => id) } },
    { orderBy: { id: 'asc' }, refresh: true },
  );
  return {
    items: items.map((report) => ({ report, runs: runs.filter(({ reportId }) => reportId === report.id) })),
    nextCursor,
  };
}

/** What these reports are called. */
export const misuseReportNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('misuse_report').select(['id', 'number as name']).where('id', 'in', ids);
