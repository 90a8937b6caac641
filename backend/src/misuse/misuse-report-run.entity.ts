import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** A run that the reported picture was found to come from, and what was done about it. */
export const MisuseReportRunSchema = defineEntity({
  name: 'MisuseReportRun',
  tableName: 'misuse_report_run',
  properties: {
    ...baseProperties,
    reportId: p.uuid().index(),
    /** No reference: it may be deleted while the report waits. */
    generationId: p.uuid(),
    /** Whose run; null once that account was deleted. */
    userId: p.uuid().nullable().index(),
    /** When an admin removed the run, or blocked its owner, because of this report. */
    removedAt: p.datetime(3).nullable(),
    blockedAt: p.datetime(3).nullable(),
  },
});
export class MisuseReportRun extends MisuseReportRunSchema.class {}
MisuseReportRunSchema.setClass(MisuseReportRun);
