import { defineEntity, p } from '@mikro-orm/core';

/** A price at the payment provider that a plan has or had. Old ones stay: somebody may still pay them. */
export const PlanPriceSchema = defineEntity({
  name: 'PlanPrice',
  tableName: 'plan_price',
  properties: {
    providerPriceId: p.string().length(100).primary(),
    planId: p.string().length(40).index(),
    priceRappen: p.integer(),
    publishedAt: p.datetime(3),
  },
});
export class PlanPrice extends PlanPriceSchema.class {}
PlanPriceSchema.setClass(PlanPrice);
