import type { WireLineItem, WirePrice, WireSession } from './wire.js';

export interface SessionFields {
  id: string;
  created: number;
  expiresAt: number;
  mode: 'payment' | 'subscription';
  currency: string;
  amountTotal: number;
  url: string;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customer: string | null;
  customerEmail: string | null;
  locale: string | null;
  metadata: Record<string, string>;
  automaticTax: boolean;
  allowPromotionCodes: boolean | null;
  billingAddressCollection: string | null;
  consentCollection: WireSession['consent_collection'];
  customText: { afterSubmit: string | null; submit: string | null; terms: string | null };
  customerCreation: string | null;
  submitType: string | null;
  taxIdCollection: boolean;
  invoiceCreation: WireSession['invoice_creation'];
}

/** An open, unpaid session of the hosted page; times in Unix seconds, amounts in the smallest unit. */
export function buildSession(fields: SessionFields): WireSession {
  return {
    ...emptySession(),
    id: fields.id,
    object: 'checkout.session',
    allow_promotion_codes: fields.allowPromotionCodes,
    amount_subtotal: fields.amountTotal,
    amount_total: fields.amountTotal,
    automatic_tax: { enabled: fields.automaticTax, liability: null, provider: null, status: null },
    billing_address_collection: fields.billingAddressCollection,
    cancel_url: fields.cancelUrl,
    client_reference_id: fields.clientReferenceId,
    consent_collection: fields.consentCollection,
    created: fields.created,
    currency: fields.currency,
    custom_text: {
      after_submit: message(fields.customText.afterSubmit),
      shipping_address: null,
      submit: message(fields.customText.submit),
      terms_of_service_acceptance: message(fields.customText.terms),
    },
    customer: fields.customer,
    customer_creation: fields.customerCreation,
    customer_email: fields.customerEmail,
    expires_at: fields.expiresAt,
    invoice_creation: fields.invoiceCreation,
    locale: fields.locale,
    metadata: fields.metadata,
    mode: fields.mode,
    submit_type: fields.submitType,
    success_url: fields.successUrl,
    tax_id_collection: { enabled: fields.taxIdCollection, required: 'never' },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: fields.url,
  };
}

function message(text: string | null): { message: string } | null {
  return text === null ? null : { message: text };
}

type Undecided = Omit<
  WireSession,
  | 'id'
  | 'object'
  | 'allow_promotion_codes'
  | 'amount_subtotal'
  | 'amount_total'
  | 'automatic_tax'
  | 'billing_address_collection'
  | 'cancel_url'
  | 'client_reference_id'
  | 'consent_collection'
  | 'created'
  | 'currency'
  | 'custom_text'
  | 'customer'
  | 'customer_creation'
  | 'customer_email'
  | 'expires_at'
  | 'invoice_creation'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'submit_type'
  | 'success_url'
  | 'tax_id_collection'
  | 'total_details'
  | 'url'
>;

function emptySession(): Undecided {
  return {
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allowed_payment_method_types: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    currency_conversion: null,
    custom_fields: [],
    customer_account: null,
    customer_details: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    livemode: false,
    managed_payments: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    subscription: null,
    ui_mode: 'hosted_page',
    wallet_options: null,
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
