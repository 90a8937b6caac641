import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** A code on paper for the day the authenticator is lost; works once. Only its hash is kept. */
export const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    codeHash: p.string().length(64),
    usedAt: p.datetime(3).nullable(),
  },
});
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
