import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const ORDER_KINDS = ['plan', 'pack', 'upgrade'] as const;
export const ORDER_STATUSES = ['pending', 'paid', 'failed', 'expired', 'canceled', 'withdrawn'] as const;

/** What a customer agreed to buy: price, texts and time as they were shown. */
export const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'customer_order',
  properties: {
    ...baseProperties,
    /** Random, so that knowing it proves something; written on confirmations. */
    number: p.string().length(20).unique(),
    userId: p.uuid().index(),
    kind: p.enum(ORDER_KINDS),
    planId: p.string().length(40).nullable(),
    packId: p.uuid().nullable(),
    itemName: p.string().length(60),
    status: p.enum(ORDER_STATUSES).default('pending'),
    amountRappen: p.integer(),
    /** The VAT within it, in percent and Rappen; null where there is none, or where it goes by the customer's address. */
    vatPercent: p.decimal('number').precision(4).scale(2).nullable(),
    vatRappen: p.integer().nullable(),
    /** The payment page asks for a company's name, address and VAT number. */
    isForCompany: p.boolean().default(false),
    credits: p.integer(),
    /** What a month was agreed to cost from then on; null for packs. */
    monthlyRappen: p.integer().nullable(),
    earlyStartVersion: p.string().length(20),
    withdrawalEffectVersion: p.string().length(20),
    /** Terms and instruction on withdrawal as they were agreed to; null of orders from before they were kept. */
    contractTextId: p.uuid().nullable(),
    /** Plans and upgrades: what the next period costs, as it was agreed to, and when it is charged. */
    nextChargeRappen: p.integer().nullable(),
    nextChargeAt: p.datetime(3).nullable(),
    checkoutId: p.string().length(200).nullable().unique(),
    paymentUrl: p.text().nullable(),
    paidAt: p.datetime(3).nullable(),
    /** Since when its credits wait for an admin's word; null when they do not, or were granted. */
    heldAt: p.datetime(3).nullable(),
    /** Upgrades: the subscription that changes, the plan it had, and the moment the price was reckoned to. */
    subscriptionId: p.uuid().nullable().index(),
    fromPlanId: p.string().length(40).nullable(),
    quotedAt: p.datetime(3).nullable(),
    /** Upgrades: what a month of the plan before cost. */
    fromRappen: p.integer().nullable(),
    /** The provider's invoice that an upgrade is paid by. */
    invoiceId: p.string().length(100).nullable().unique(),
    withdrawnAt: p.datetime(3).nullable(),
    /** Withdrawn from while a chargeback was open: what goes back is reckoned once that is decided. */
    awaitsDispute: p.boolean().default(false),
    /** What was promised back for it. */
    refundRappen: p.integer().default(0),
  },
});
export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order);
