import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { MisuseReportRunSchema } from './misuse-report-run.entity.js';
import type { MisuseReportSchema } from './misuse-report.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<TablesOf<typeof MisuseReportSchema | typeof MisuseReportRunSchema>>(em);
