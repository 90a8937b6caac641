import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const EXPORT_STATUSES = ['queued', 'ready', 'failed', 'expired'] as const;

/** A ZIP of everything a user has here; kept for 24 hours. */
export const DataExportSchema = defineEntity({
  name: 'DataExport',
  tableName: 'data_export',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    status: p.enum(EXPORT_STATUSES).default('queued'),
    storageKey: p.string().length(200).nullable(),
    bytes: p.bigint('number').nullable(),
    readyAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['readyAt'] }, { properties: ['createdAt'] }],
});
export class DataExport extends DataExportSchema.class {}
DataExportSchema.setClass(DataExport);
