import type { Period } from './subscription.js';
import { taxesWithin } from './tax-rate.js';
import type { WireCustomer, WireInvoice, WireInvoiceLine, WireInvoicePayment, WirePrice, WireTaxRate } from './wire.js';

/** Why an invoice was written. */
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';

/** What makes a line a part of a change within a period: for a credit, the lines whose unused rest it gives back. */
export interface Proration {
  credited: { invoice: string; lines: string[] } | null;
}

export interface InvoiceLineFields {
  id: string;
  invoice: string;
  amount: number;
  description: string;
  period: Period;
  price: WirePrice;
  quantity: number;
  /** Of the taxes within its amount. */
  rates: readonly WireTaxRate[];
  /** The subscription item billed; null for a one-off line. */
  source: { subscription: string; item: string; proration: Proration | null } | null;
}

/** One line; `amount` in the smallest unit, negative for a credit. */
export function buildInvoiceLine(fields: InvoiceLineFields): WireInvoiceLine {
  const credited = fields.source?.proration?.credited ?? null;
  return {
    id: fields.id,
    object: 'line_item',
    amount: fields.amount,
    currency: fields.price.currency,
    description: fields.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: fields.invoice,
    livemode: false,
    metadata: {},
    parent: fields.source && {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: fields.source.proration !== null,
        proration_details: {
          credited_items: credited && { invoice: credited.invoice, invoice_line_items: credited.lines },
        },
        subscription: fields.source.subscription,
        subscription_item: fields.source.item,
      },
      type: 'subscription_item_details',
    },
    period: { end: fields.period.end, start: fields.period.start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: fields.price.id, product: productId(fields.price) },
      type: 'price_details',
      unit_amount_decimal: fields.price.unit_amount_decimal,
    },
    quantity: fields.quantity,
    quantity_decimal: String(fields.quantity),
    subscription: fields.source?.subscription ?? null,
    subtotal: fields.amount,
    taxes: taxesWithin(fields.amount, fields.rates),
  };
}

function productId(price: WirePrice): string {
  return typeof price.product === 'string' ? price.product : '';
}

export interface InvoiceFields {
  id: string;
  created: number;
  number: string;
  customer: WireCustomer;
  billingReason: BillingReason;
  currency: string;
  lines: WireInvoiceLine[];
  period: Period;
  subscription: { id: string; metadata: Record<string, string> } | null;
  hostedUrl: string;
  /** Instead of the customer's own. */
  footer?: string | null;
}

/** A finalised, still open invoice whose total is the sum of its lines. */
export function buildInvoice(fields: InvoiceFields): WireInvoice {
  const total = fields.lines.reduce((sum, line) => sum + line.amount, 0);
  const taxes = totalTaxes(fields.lines);
  return {
    ...unset(),
    id: fields.id,
    object: 'invoice',
    ...amounts(
      total,
      taxes.reduce((sum, { amount }) => sum + amount, 0),
    ),
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    billing_reason: fields.billingReason,
    created: fields.created,
    currency: fields.currency,
    customer: fields.customer.id,
    customer_address: fields.customer.address ?? null,
    customer_email: fields.customer.email,
    customer_name: fields.customer.name ?? null,
    customer_phone: null,
    customer_tax_ids: (fields.customer.tax_ids?.data ?? []).map(({ type, value }) => ({ type, value })),
    footer: fields.footer ?? fields.customer.invoice_settings.footer,
    effective_at: fields.created,
    hosted_invoice_url: fields.hostedUrl,
    invoice_pdf: `${fields.hostedUrl}/pdf`,
    lines: { object: 'list', data: fields.lines, has_more: false, url: `/v1/invoices/${fields.id}/lines` },
    metadata: {},
    number: fields.number,
    parent: fields.subscription && {
      quote_details: null,
      subscription_details: { metadata: fields.subscription.metadata, subscription: fields.subscription.id },
      type: 'subscription_details',
    },
    period_end: fields.period.end,
    period_start: fields.period.start,
    total_taxes: taxes,
    status_transitions: { finalized_at: fields.created, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
}

/** The taxes of all lines, one entry for each rate. */
function totalTaxes(lines: readonly WireInvoiceLine[]): NonNullable<WireInvoice['total_taxes']> {
  const byRate = new Map<string, NonNullable<WireInvoice['total_taxes']>[number]>();
  for (const tax of lines.flatMap(({ taxes }) => taxes ?? [])) {
    const rate = tax.tax_rate_details?.tax_rate ?? '';
    const before = byRate.get(rate);
    byRate.set(rate, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (before?.taxable_amount ?? 0),
    });
  }
  return [...byRate.values()];
}

function amounts(total: number, tax: number) {
  return {
    amount_due: Math.max(0, total),
    amount_remaining: Math.max(0, total),
    subtotal: total,
    subtotal_excluding_tax: total - tax,
    total,
    total_excluding_tax: total - tax,
  };
}

/** What every invoice shows at first. */
const unset = () =>
  ({
    account_country: 'CH',
    account_name: 'Bildnis',
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: null,
    collection_method: 'charge_automatically',
    custom_fields: null,
    customer_account: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    ending_balance: 0,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    next_payment_attempt: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    test_clock: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: null,
  }) satisfies Partial<WireInvoice>;

/** What is to be paid on an invoice, and by which payment intent. */
export function buildInvoicePayment(
  id: string,
  invoice: WireInvoice,
  paymentIntent: string,
  created: number,
): WireInvoicePayment {
  return {
    id,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
