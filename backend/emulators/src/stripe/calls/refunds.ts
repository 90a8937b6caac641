import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, id, integer, metadata } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { isChargedBack } from '../billing/disputes.js';
import { refundCharge } from '../billing/return-money.js';
import type { WireCharge } from '../objects/wire.js';
import { money } from '../pages/money.js';
import type { World } from '../state/world.js';
import { listing } from './lists.js';

const create = z.strictObject({
  amount: integer.refine((n) => n >= 1, { message: 'must be greater than or equal to 1' }).optional(),
  charge: id.optional(),
  expand,
  metadata: metadata.optional(),
  payment_intent: id.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
} satisfies ShapeOf<Stripe.RefundCreateParams>);

/** The charge a call wants to give back. @throws StripeRefusal where there is none to give back */
function refundable(world: World, params: z.output<typeof create>): WireCharge {
  if ((params.charge === undefined) === (params.payment_intent === undefined)) {
    throw invalid(
      'parameter_missing',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'charge',
    );
  }
  if (params.charge) return find(world, 'charges', params.charge, 'charge');
  const intent = find(world, 'paymentIntents', params.payment_intent!, 'payment_intent');
  const charge = typeof intent.latest_charge === 'string' ? world.state.charges.get(intent.latest_charge) : undefined;
  if (intent.status !== 'succeeded' || !charge)
    throw invalid(null, 'This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
  return charge;
}

function checkAmount(world: World, charge: WireCharge, amount: number | undefined): number {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid) throw invalid(null, 'The charge has failed and cannot be refunded.', 'charge');
  if (isChargedBack(world, charge))
    throw invalid('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge');
  if (left === 0) throw invalid('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (amount !== undefined && amount > left) {
    throw invalid(
      null,
      `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`,
      'amount',
    );
  }
  return amount ?? left;
}

/** Calls that give money back. */
export const refundCalls: Route[] = [
  route('POST', '/v1/refunds', create, (world, params) => {
    const charge = refundable(world, params);
    const amount = checkAmount(world, charge, params.amount);
    return refundCharge(world, charge, {
      amount,
      reason: params.reason ?? null,
      metadata: params.metadata ?? {},
    });
  }),
  listing('/v1/refunds', 'refunds', {
    charge: id.optional(),
    payment_intent: id.optional(),
  } satisfies ShapeOf<Stripe.RefundListParams>),
];
