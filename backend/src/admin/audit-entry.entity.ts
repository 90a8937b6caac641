import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** What an admin did, to whom and why. Written in the transaction of the act. */
export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    ...baseProperties,
    actorId: p.uuid(),
    action: p.string().length(60),
    subjectId: p.uuid().nullable().index(),
    reason: p.string().length(500),
  },
});
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
