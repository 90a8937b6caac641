import type { WireCharge, WirePaymentIntent, WirePaymentMethod } from './wire.js';

/** The card as the customer typed it; the number itself is never kept, only its last four digits. */
export interface CardFace {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  holder: string;
}

/** A card, attached to `customer` or used once (`null`). */
export function buildPaymentMethod(fields: {
  id: string;
  created: number;
  card: CardFace;
  customer: string | null;
  email: string | null;
}): WirePaymentMethod {
  return {
    id: fields.id,
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: fields.email, name: fields.card.holder, phone: null, tax_id: null },
    card: {
      brand: fields.card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'CH',
      display_brand: fields.card.brand,
      exp_month: fields.card.expMonth,
      exp_year: fields.card.expYear,
      fingerprint: `test${fields.card.last4}`,
      funding: 'credit',
      generated_from: null,
      last4: fields.card.last4,
      networks: { available: [fields.card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: fields.created,
    customer: fields.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

export type PaymentIntentFields = Pick<
  WirePaymentIntent,
  | 'id'
  | 'amount'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'setup_future_usage'
>;

/** A payment that still waits for a card. */
export function buildPaymentIntent(fields: PaymentIntentFields): WirePaymentIntent {
  return {
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...fields,
  };
}

/** One attempt to collect `intent` with `method`; `failure` is null when the money came. */
export function buildCharge(fields: {
  id: string;
  created: number;
  intent: WirePaymentIntent;
  method: WirePaymentMethod;
  failure: { code: string; reason: string; message: string } | null;
}): WireCharge {
  const { intent, method, failure } = fields;
  return {
    ...unset(),
    id: fields.id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    billing_details: { ...method.billing_details },
    captured: failure === null,
    created: fields.created,
    currency: intent.currency,
    customer: typeof intent.customer === 'string' ? intent.customer : null,
    description: intent.description,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    metadata: { ...intent.metadata },
    outcome: {
      advice_code: failure ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? 'declined_by_network' : 'approved_by_network',
      reason: failure?.reason ?? null,
      risk_level: 'normal',
      seller_message: failure ? failure.message : 'Payment complete.',
      type: failure ? 'issuer_declined' : 'authorized',
    },
    paid: failure === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(method, intent.amount),
    status: failure ? 'failed' : 'succeeded',
  };
}

function cardDetails(method: WirePaymentMethod, amount: number): WireCharge['payment_method_details'] {
  const card = method.card;
  if (!card) return null;
  return {
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  };
}

/** What every charge shows at first. */
const unset = () =>
  ({
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    calculated_statement_descriptor: 'BILDNIS',
    disputed: false,
    failure_balance_transaction: null,
    fraud_details: {},
    livemode: false,
    on_behalf_of: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  }) satisfies Partial<WireCharge>;
