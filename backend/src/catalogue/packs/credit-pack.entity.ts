import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** Credits sold once. Seeded from the facts, then edited by admins; one that is no longer sold is archived, since orders name it. */
export const CreditPackSchema = defineEntity({
  name: 'CreditPack',
  tableName: 'credit_pack',
  properties: {
    ...baseProperties,
    /** Which of the facts it was seeded from; null for those that admins made. */
    seedKey: p.string().length(40).nullable().unique(),
    name: p.string().length(60),
    credits: p.integer(),
    priceRappen: p.integer(),
    /** Never shown or sold to users. */
    isBusinessPack: p.boolean().default(false),
    isMostPopular: p.boolean().default(false),
    /** Whether it is sold beside a subscription only. */
    needsSubscription: p.boolean().default(true),
    sortOrder: p.integer(),
    archivedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: 'credit_pack_credits_positive', expression: 'credits > 0' },
    { name: 'credit_pack_price_positive', expression: 'price_rappen > 0' },
  ],
});
export class CreditPack extends CreditPackSchema.class {}
CreditPackSchema.setClass(CreditPack);
