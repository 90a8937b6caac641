import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/**
 * That a renewal comes at another price than the period before it. Noted before the provider is asked, so that what the running
 * period costs is known whatever becomes of the call.
 */
export const PriceChangeSchema = defineEntity({
  name: 'PriceChange',
  tableName: 'price_change',
  properties: {
    ...baseProperties,
    subscriptionId: p.uuid(),
    planId: p.string().length(40),
    fromRappen: p.integer(),
    toRappen: p.integer(),
    /** From when the customer was told it holds. */
    effectiveFrom: p.datetime(3),
    renewsAt: p.datetime(3),
  },
  uniques: [{ properties: ['subscriptionId', 'renewsAt'] }],
  checks: [{ name: 'price_change_never_before_its_day', expression: 'effective_from <= renews_at' }],
});
export class PriceChange extends PriceChangeSchema.class {}
PriceChangeSchema.setClass(PriceChange);
