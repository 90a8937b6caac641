import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** What one key did in one month of Zurich. It outlives the key, so that its owner can still see what a revoked one has spent. */
export const ApiKeyUsageSchema = defineEntity({
  name: 'ApiKeyUsage',
  tableName: 'api_key_usage',
  properties: {
    ...baseProperties,
    userId: p.uuid(),
    apiKeyId: p.uuid(),
    name: p.string().length(60),
    hint: p.string().length(12),
    /** Such as «2026-12». */
    month: p.string().length(7),
    calls: p.integer().default(0),
    /** Of the calls, those that a budget refused. */
    limited: p.integer().default(0),
    /** Trainings and runs that were paid for; repeats and retries cost nothing and do not count. */
    trainings: p.integer().default(0),
    runs: p.integer().default(0),
    creditsSpent: p.integer().default(0),
    /** Credits that came back in this month, also for what was spent in an earlier one. */
    creditsReturned: p.integer().default(0),
  },
  uniques: [{ properties: ['apiKeyId', 'month'] }],
  indexes: [{ properties: ['userId', 'createdAt'] }, { properties: ['createdAt'] }],
});
export class ApiKeyUsage extends ApiKeyUsageSchema.class {}
ApiKeyUsageSchema.setClass(ApiKeyUsage);
