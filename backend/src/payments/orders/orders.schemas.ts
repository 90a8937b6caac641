import { z } from 'zod';
import { PLAN_IDS } from '../../facts/index.js';
import { VatView } from '../records/vat.js';
import { ORDER_KINDS, ORDER_STATUSES } from '../records/order.entity.js';

const forCompany = z
  .boolean()
  .optional()
  .describe('Whether the payment page asks for name, address and VAT number of a company, for the invoice.');

const consents = {
  acceptEarlyStart: z.literal(true).describe('The service may start before the withdrawal period ends.'),
  acceptWithdrawalEffect: z
    .literal(true)
    .describe('A withdrawal then pays back the price less the share already used.'),
};
export const OrderBody = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('plan'),
      planId: z.enum(PLAN_IDS),
      shownRappen: z
        .int()
        .optional()
        .describe(
          'The price per month that was shown, in Rappen; the order is refused where the plan costs another by now.',
        ),
      forCompany,
      ...consents,
    }),
    z.strictObject({ kind: z.literal('pack'), packId: z.uuid(), forCompany, ...consents }),
    z.strictObject({
      kind: z.literal('upgrade'),
      planId: z.enum(PLAN_IDS),
      quotedAt: z.iso.datetime().describe('From the quote that was shown; the price is reckoned to this moment.'),
      ...consents,
    }),
  ])
  .meta({ id: 'OrderBody' });

export type OrderBody = z.infer<typeof OrderBody>;

export const OrderView = z
  .object({
    id: z.uuid(),
    number: z.string().describe('What the customer calls it by, for instance when withdrawing from it.'),
    kind: z.enum(ORDER_KINDS),
    status: z.enum(ORDER_STATUSES),
    planId: z.enum(PLAN_IDS).nullable().describe('The plan that was ordered; null for a pack.'),
    itemName: z.string().describe('Name of the plan or pack as ordered.'),
    amountRappen: z
      .int()
      .describe('Due with the order, in Rappen, all included; with VAT where the operator is liable to it.'),
    vat: VatView,
    currency: z.literal('CHF'),
    credits: z.int().describe('Granted once this order is paid.'),
    paymentUrl: z.string().nullable().describe('Where to pay; null once the order is settled.'),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
    withdrawableUntil: z.iso
      .datetime()
      .nullable()
      .describe('Last moment for a withdrawal; null when there is nothing (any more) to withdraw from.'),
    withdrawnAt: z.iso.datetime().nullable(),
    awaitsDispute: z
      .boolean()
      .describe('Withdrawn from while a chargeback is open: what is paid back is reckoned once the bank has decided.'),
    refundRappen: z.int().describe('What was promised back for it so far, in Rappen.'),
    heldAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'Since when it is paid while its credits wait for a check by the operator; null when they do not wait (any more).',
      ),
  })
  .meta({ id: 'Order' });

export const OrderPage = z
  .object({ items: z.array(OrderView), nextCursor: z.string().nullable() })
  .meta({ id: 'OrderPage' });
