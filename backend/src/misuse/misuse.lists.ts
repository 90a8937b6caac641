import type { EntityManager } from '@mikro-orm/postgresql';
import { pageOf } from '../platform/database/index.js';
import type { PageQuery } from '../platform/http/index.js';
import { MisuseReportRun } from './misuse-report-run.entity.js';
import { MisuseReport } from './misuse-report.entity.js';

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
