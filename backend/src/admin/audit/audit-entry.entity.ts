import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** What an admin, or the operator by a command, did, to whom or what, and why. Written in the transaction of the act. */
export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    ...baseProperties,
    /** Null for the operator's own command. */
    actorId: p.uuid().nullable(),
    action: p.string().length(60),
    /** The user, style, pack, job, declaration, refund, report of misuse, judgement or announcement it was done to. */
    subjectId: p.uuid().nullable().index(),
    /** What a style was called before the act. Null for what has no name of its own, and for people: their names go with their accounts. */
    subjectName: p.text().nullable(),
    reason: p.string().length(500),
    /** What changed, as far as that is a number or a name: never a text somebody wrote about a person. */
    detail: p.json<Record<string, unknown>>().nullable(),
  },
  indexes: [{ properties: ['createdAt', 'id'] }],
});
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
