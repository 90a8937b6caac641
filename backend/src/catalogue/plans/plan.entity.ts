import { defineEntity, p } from '@mikro-orm/core';

/** A monthly plan. Seeded from the facts; the pricing page, checkout and grants all read these rows. */
export const PlanSchema = defineEntity({
  name: 'Plan',
  tableName: 'plan',
  properties: {
    id: p.string().length(40).primary(),
    name: p.string().length(60),
    priceRappen: p.integer(),
    credits: p.integer(),
    recommended: p.boolean().default(false),
    sortOrder: p.integer(),
    /** The price at the payment provider, once published there. */
    providerPriceId: p.string().length(100).nullable().unique(),
  },
});
export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan);
