import { buildRefund, type RefundFields } from '../objects/refund.js';
import type { WireCharge, WireRefund } from '../objects/wire.js';
import { newId } from '../state/ids.js';
import type { World } from '../state/world.js';

/** Gives back a part of a charge or all of it; the caller has checked that so much is left. */
export function refundCharge(
  world: World,
  charge: WireCharge,
  fields: Omit<RefundFields, 'id' | 'created'>,
): WireRefund {
  const refund = buildRefund(charge, { ...fields, id: newId('refunds'), created: world.now() });
  world.state.refunds.set(refund.id, refund);
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  setRefunded(charge, charge.amount_refunded + fields.amount);
  world.emit('refund.created', refund);
  world.emit('charge.refunded', charge, previous);
  // The reference that lets the customer trace the money comes a moment after the refund itself.
  refund.destination_details = {
    card: {
      reference: '244000000000',
      reference_status: 'available',
      reference_type: 'acquirer_reference_number',
      type: 'refund',
    },
    type: 'card',
  };
  tellUpdated(world, refund);
  return refund;
}

/** The bank could not give the money back after all: it is the merchant's again. @throws Error for a refund that does not exist or failed before */
export function failRefund(world: World, id: string): WireRefund {
  const refund = world.state.refunds.get(id);
  const charge = typeof refund?.charge === 'string' ? world.state.charges.get(refund.charge) : undefined;
  if (!refund || !charge || refund.status !== 'succeeded') throw new Error(`no refund ${id} that could fail`);
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  setRefunded(charge, charge.amount_refunded - refund.amount);
  world.emit('refund.failed', refund);
  tellUpdated(world, refund);
  return refund;
}

function setRefunded(charge: WireCharge, amount: number): void {
  charge.amount_refunded = amount;
  charge.refunded = amount === charge.amount;
}

function tellUpdated(world: World, refund: WireRefund): void {
  world.emit('refund.updated', refund);
  world.emit('charge.refund.updated', refund);
}
