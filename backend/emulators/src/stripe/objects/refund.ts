import type { WireCharge, WireRefund } from './wire.js';

export type RefundFields = Pick<WireRefund, 'id' | 'amount' | 'created' | 'metadata' | 'reason'>;

/** A refund on its way back to the card; `created` in Unix seconds. */
export function buildRefund(charge: WireCharge, fields: RefundFields): WireRefund {
  return {
    object: 'refund',
    balance_transaction: null,
    charge: charge.id,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...fields,
  };
}
