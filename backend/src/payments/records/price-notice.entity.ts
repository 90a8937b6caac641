import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** That a customer was told of another price of the plan, and from when it holds for the subscription. It never changes. */
export const PriceNoticeSchema = defineEntity({
  name: 'PriceNotice',
  tableName: 'price_notice',
  properties: {
    ...baseProperties,
    subscriptionId: p.uuid(),
    planId: p.string().length(40),
    priceRappen: p.integer(),
    /** The day that was announced to everybody: of two notices the one of the later day counts. */
    announcedFor: p.datetime(3),
    /** From the first renewal on or after it: that day, or a later one where the email came late. */
    effectiveFrom: p.datetime(3),
  },
  uniques: [{ properties: ['subscriptionId', 'planId', 'announcedFor'] }],
  checks: [{ name: 'price_notice_never_earlier', expression: 'effective_from >= announced_for' }],
});
export class PriceNotice extends PriceNoticeSchema.class {}
PriceNoticeSchema.setClass(PriceNotice);
