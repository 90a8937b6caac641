import type { WireLineItem, WirePrice, WireSession } from './wire.js';

/** What every session shows that this product never sets. */
const unset = () =>
  ({
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_account: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    integration_identifier: null,
    livemode: false,
    managed_payments: null,
    origin_context: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    submit_type: null,
    ui_mode: 'hosted_page',
    wallet_options: null,
  }) satisfies Partial<WireSession>;

type SessionFields = Pick<
  WireSession,
  | 'id'
  | 'amount_total'
  | 'automatic_tax'
  | 'billing_address_collection'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'success_url'
  | 'tax_id_collection'
  | 'url'
>;

/** An open, unpaid session of the hosted page; times in Unix seconds, amounts in the smallest unit. */
export function buildSession(
  fields: SessionFields,
  { withInvoice, footer, tax }: { withInvoice: boolean; footer: string | null; tax: number },
): WireSession {
  return {
    ...unset(),
    object: 'checkout.session',
    amount_subtotal: fields.amount_total,
    customer_creation: null,
    invoice: null,
    invoice_creation:
      fields.mode === 'payment'
        ? {
            enabled: withInvoice,
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: null,
              footer,
              issuer: null,
              metadata: {},
              rendering_options: null,
            },
          }
        : null,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: tax },
    ...fields,
  };
}

/** One line of a session; `amount` is quantity times unit amount. */
export function buildLineItem(id: string, price: WirePrice, quantity: number, description: string): WireLineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity,
  };
}
