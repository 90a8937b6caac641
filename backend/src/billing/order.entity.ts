import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const ORDER_STATUSES = ['pending', 'paid', 'failed', 'expired', 'canceled'] as const;

/** What a customer agreed to buy: price, texts and time as they were shown. */
export const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'customer_order',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    planId: p.string().length(40),
    status: p.enum(ORDER_STATUSES).default('pending'),
    amountRappen: p.integer(),
    credits: p.integer(),
    earlyStartVersion: p.string().length(20),
    withdrawalEffectVersion: p.string().length(20),
    checkoutId: p.string().length(200).nullable().unique(),
    checkoutUrl: p.text().nullable(),
    paidAt: p.datetime(3).nullable(),
  },
});
export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order);
