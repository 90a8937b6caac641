import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from './base.js';

/** One intent of one user: the key, what was asked, and the id of what came of it. */
export const IdempotencyRecordSchema = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_record',
  properties: {
    ...baseProperties,
    userId: p.uuid(),
    key: p.string().length(128),
    operation: p.string().length(60),
    requestHash: p.string().length(64),
    resultId: p.uuid().nullable(),
  },
  indexes: [{ properties: ['createdAt'] }],
  uniques: [{ properties: ['userId', 'key'] }],
});
export class IdempotencyRecord extends IdempotencyRecordSchema.class {}
IdempotencyRecordSchema.setClass(IdempotencyRecord);
