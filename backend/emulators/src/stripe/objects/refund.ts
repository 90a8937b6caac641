import type { WireCharge, WireRefund } from './wire.js';

export interface RefundFields {
  id: string;
  created: number;
  charge: WireCharge;
  /** In the smallest unit. */
  amount: number;
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  metadata: Record<string, string>;
}

/** A refund on its way back to the card; `created` in Unix seconds. */
export function buildRefund(fields: RefundFields): WireRefund {
  const { charge } = fields;
  return {
    id: fields.id,
    object: 'refund',
    amount: fields.amount,
    balance_transaction: null,
    charge: charge.id,
    created: fields.created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: fields.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: fields.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
