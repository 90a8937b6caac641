import { defineEntity, p } from '@mikro-orm/core';

/** A monthly plan. Seeded from the facts; the pricing page, checkout and grants all read these rows. */
export const PlanSchema = defineEntity({
  name: 'Plan',
  tableName: 'plan',
  properties: {
    id: p.string().length(40).primary(),
    name: p.string().length(60),
    /** What new orders pay: the price of the facts, or one that was announced since. */
    priceRappen: p.integer(),
    /** Since when; null for the price it began with. */
    pricedAt: p.datetime(3).nullable(),
    /** The price of the facts that was written last: only another one there replaces what was announced. */
    seededRappen: p.integer().nullable(),
    credits: p.integer(),
    recommended: p.boolean().default(false),
    sortOrder: p.integer(),
    /** The price at the payment provider, once published there. */
    providerPriceId: p.string().length(100).nullable().unique(),
  },
});
export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan);
