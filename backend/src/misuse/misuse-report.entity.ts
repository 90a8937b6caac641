import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const MISUSE_REASONS = ['without_consent', 'impersonation', 'degrading', 'minor', 'other'] as const;
/** What the comparison of the reported picture found: nothing, our mark of provenance, or a run that still exists. `none`: only a link was reported. */
export const MISUSE_PICTURES = ['none', 'unknown', 'marked', 'recognised'] as const;
export const MISUSE_STATUSES = ['unconfirmed', 'open', 'closed'] as const;

/** Somebody reports that a picture of theirs was misused. A case for an admin once the address is confirmed. */
export const MisuseReportSchema = defineEntity({
  name: 'MisuseReport',
  tableName: 'misuse_report',
  properties: {
    ...baseProperties,
    number: p.string().length(20).unique(),
    /** Empty once the account with this address was deleted, as the words are. */
    email: p.string().length(320).index(),
    reason: p.enum(MISUSE_REASONS),
    statement: p.text().nullable(),
    /** Where the picture was seen. Never fetched. */
    link: p.string().length(2000).nullable(),
    picture: p.enum(MISUSE_PICTURES),
    status: p.enum(MISUSE_STATUSES),
    /** The report whose mail confirms this one: itself, or an earlier one of the same address and day. */
    confirmationId: p.uuid().index(),
    confirmedAt: p.datetime(3).nullable(),
    closedAt: p.datetime(3).nullable(),
    /** What an admin answered when closing it. */
    answer: p.string().length(500).nullable(),
  },
  indexes: [{ properties: ['createdAt'] }],
});
export class MisuseReport extends MisuseReportSchema.class {}
MisuseReportSchema.setClass(MisuseReport);
