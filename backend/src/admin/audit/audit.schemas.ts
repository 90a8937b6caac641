import { z } from 'zod';
import { PageQuery } from '../../platform/http/index.js';
import { AUDIT_ACTIONS } from './audit-log.service.js';

export const AuditQuery = PageQuery.extend({
  /** Only what was done to this user, style, pack, job, declaration, refund, report of misuse or judgement. */
  subject: z.uuid().optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AdminAuditEntry = z
  .object({
    id: z.uuid(),
    action: z.enum(AUDIT_ACTIONS),
    actor: z.string().nullable().describe('Null for an admin who has left, and for a command.'),
    byCommand: z.boolean().describe('Done by a command of the operator.'),
    subjectId: z.uuid().nullable(),
    /** What a style was called before the act; else what the subject is called now, if it still exists. */
    subject: z.string().nullable(),
    reason: z.string(),
    detail: z.record(z.string(), z.unknown()).nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AdminAuditEntry' });
export type AdminAuditEntry = z.infer<typeof AdminAuditEntry>;
export const AdminAuditPage = z
  .object({ items: z.array(AdminAuditEntry), nextCursor: z.string().nullable() })
  .meta({ id: 'AdminAuditPage' });
