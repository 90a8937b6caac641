import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, flag, id, integer, list, metadata, text, webAddress } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { leastCharge } from '../billing/balance.js';
import { expireSession } from '../billing/catch-up.js';
import { buildLineItem, buildSession } from '../objects/checkout-session.js';
import type { WireLineItem, WireSession, WireTaxRate } from '../objects/wire.js';
import { newId, newPartId } from '../state/ids.js';
import type { World } from '../state/world.js';
import { taxesWithin } from '../objects/tax-rate.js';
import { addPrice, addProduct, currency, taxBehaviour, unitAmount } from './catalogue.js';
import { listing, reading } from './lists.js';
import { findRates } from './tax-rates.js';

type Params = Stripe.Checkout.SessionCreateParams;

const priceData = z.strictObject({
  currency,
  product_data: z.strictObject({
    name: text.min(1),
    tax_code: id.optional(),
  } satisfies ShapeOf<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>),
  tax_behavior: taxBehaviour.optional(),
  unit_amount: unitAmount,
} satisfies ShapeOf<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>);

/** One line of an order: a price of the catalogue, or one described on the spot. */
const lineItem = z.strictObject({
  price: id.optional(),
  price_data: priceData.optional(),
  quantity: integer.refine((n) => n >= 1 && n <= 999_999, { message: 'must be at least 1' }),
  tax_rates: list(id, 5).optional(),
} satisfies ShapeOf<Stripe.Checkout.SessionCreateParams.LineItem>);

const about = z.strictObject({ metadata: metadata.optional() });
const aboutSubscription = about.extend({
  billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
  default_tax_rates: list(id, 5).optional(),
});

/** This product sells to customers it has named before; Stripe itself would do without. */
const sessionCreate = z.strictObject({
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: webAddress.optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: id,
  customer_update: z
    .strictObject({ address: z.enum(['auto', 'never']).optional(), name: z.enum(['auto', 'never']).optional() })
    .optional(),
  expand,
  invoice_creation: z
    .strictObject({ enabled: flag, invoice_data: z.strictObject({ footer: text.optional() }).optional() })
    .optional(),
  line_items: list(lineItem).optional(),
  locale: z.enum(['auto', 'de', 'en', 'fr', 'it']).optional(),
  metadata: metadata.optional(),
  mode: z.enum(['payment', 'subscription']),
  payment_intent_data: about.optional(),
  subscription_data: aboutSubscription.optional(),
  success_url: webAddress,
  tax_id_collection: z.strictObject({ enabled: flag }).optional(),
} satisfies ShapeOf<Params>);

type SessionCreate = z.output<typeof sessionCreate>;
type Line = z.output<typeof lineItem>;

const day = 86_400;

/** Opens a session of the hosted page. @throws StripeRefusal for combinations Stripe refuses too */
function openSession(world: World, params: SessionCreate): WireSession {
  const lines = params.line_items ?? [];
  checkCombination(params);
  checkLines(world, params.mode, lines);
  find(world, 'customers', params.customer, 'customer');
  const items = lines.map((line) => storeLine(world, line));
  const taxRates = taxRatesOf(world, params);
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const id = newId('sessions');
  const session = buildSession(
    {
      id,
      amount_total: total,
      automatic_tax: {
        enabled: params.automatic_tax?.enabled ?? false,
        liability: params.automatic_tax?.enabled ? { type: 'self' } : null,
        provider: params.automatic_tax?.enabled ? 'stripe' : null,
        status: params.automatic_tax?.enabled ? 'requires_location_inputs' : null,
      },
      billing_address_collection: params.billing_address_collection ?? null,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      created: world.now(),
      currency: items[0]?.currency ?? 'chf',
      customer: params.customer,
      expires_at: world.now() + day,
      locale: params.locale ?? null,
      metadata: params.metadata ?? {},
      mode: params.mode,
      success_url: params.success_url,
      tax_id_collection: { enabled: params.tax_id_collection?.enabled ?? false, required: 'never' },
      url: `${world.publicUrl()}/checkout/${id}`,
    },
    {
      withInvoice: params.invoice_creation?.enabled ?? false,
      footer: params.invoice_creation?.invoice_data?.footer ?? null,
      tax: taxesWithin(total, taxRates).reduce((sum, { amount }) => sum + amount, 0),
    },
  );
  world.state.sessions.set(id, session);
  world.state.drafts.set(id, {
    lines: items,
    subscriptionMetadata: params.subscription_data?.metadata ?? {},
    paymentMetadata: params.payment_intent_data?.metadata ?? {},
    taxRates,
    asksAddress: params.billing_address_collection === 'required',
    asksCompany: params.tax_id_collection?.enabled ?? false,
    footer: params.invoice_creation?.invoice_data?.footer ?? null,
    paymentIntent: null,
    awaitingConfirmation: null,
  });
  return session;
}

function checkCombination(params: SessionCreate): void {
  if (!params.line_items?.length)
    throw invalid('parameter_missing', 'Missing required param: line_items.', 'line_items');
  const foreign =
    params.mode === 'subscription'
      ? (['payment_intent_data', 'invoice_creation'] as const)
      : (['subscription_data'] as const);
  for (const name of foreign) {
    if (params[name] !== undefined)
      throw invalid(null, `You can not pass \`${name}\` in \`${params.mode}\` mode.`, name);
  }
}

/** Of the lines of a purchase all have the same; a subscription has its own. @throws StripeRefusal for what Stripe refuses */
function taxRatesOf(world: World, params: SessionCreate): WireTaxRate[] {
  const named = params.line_items?.[0]?.tax_rates ?? params.subscription_data?.default_tax_rates ?? [];
  if (params.automatic_tax?.enabled && named.length > 0)
    throw invalid(null, 'You cannot specify tax rates while `automatic_tax[enabled]` is true.', 'automatic_tax');
  const { customer_update: update } = params;
  if (params.automatic_tax?.enabled && update?.address !== 'auto')
    throw invalid(
      'customer_tax_location_invalid',
      'Automatic tax calculation in Checkout requires a valid address on the Customer; set `customer_update[address]` to `auto`.',
      'customer_update',
    );
  if (params.tax_id_collection?.enabled && update?.name !== 'auto')
    throw invalid(
      null,
      'Tax ID collection requires updating business name on the customer; set `customer_update[name]` to `auto`.',
      'customer_update',
    );
  return findRates(world, named, 'tax_rates');
}

function checkLines(world: World, mode: SessionCreate['mode'], lines: Line[]): void {
  const facts = lines.map((line, at) => lineFacts(world, line, `line_items[${at}]`));
  const refuse = (message: string, code: string | null = null) => invalid(code, message, 'line_items');
  if (new Set(facts.map((fact) => fact.currency)).size > 1) throw refuse('All line items must have the same currency.');
  if (mode === 'payment' && facts.some((fact) => fact.recurring))
    throw refuse(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    );
  if (mode === 'subscription' && !facts.every((fact) => fact.recurring))
    throw refuse('You must provide recurring prices in `subscription` mode.');
  if (facts.reduce((sum, fact) => sum + fact.amount, 0) < leastCharge)
    throw refuse("The Checkout Session's total amount must convert to at least 50 cents.", 'amount_too_small');
}

function lineFacts(world: World, line: Line, name: string): { currency: string; recurring: boolean; amount: number } {
  if ((line.price === undefined) === (line.price_data === undefined)) {
    const message = `Exactly one of \`${name}[price]\` and \`${name}[price_data]\` is needed.`;
    throw invalid('parameter_missing', message, name);
  }
  if (line.price_data) {
    const { currency, unit_amount: amount } = line.price_data;
    return { currency, recurring: false, amount: amount * line.quantity };
  }
  const price = find(world, 'prices', line.price!, `${name}[price]`);
  return {
    currency: price.currency,
    recurring: price.recurring !== null,
    amount: (price.unit_amount ?? 0) * line.quantity,
  };
}

function storeLine(world: World, line: Line): WireLineItem {
  const price = line.price ? find(world, 'prices', line.price, 'line_items') : inlinePrice(world, line.price_data!);
  const product = typeof price.product === 'string' ? world.state.products.get(price.product) : undefined;
  return buildLineItem(newPartId('lineItem'), structuredClone(price), line.quantity, product?.name ?? '');
}

/** A price described on the spot becomes an inactive price of its own, so that nobody else can buy by it. */
function inlinePrice(world: World, data: z.output<typeof priceData>) {
  return addPrice(world, {
    active: false,
    currency: data.currency,
    unit_amount: data.unit_amount,
    product: addProduct(world, { active: false, ...data.product_data }).id,
    monthly: false,
    tax_behavior: data.tax_behavior ?? 'unspecified',
  });
}

/** Calls on checkout sessions. */
export const sessionCalls: Route[] = [
  route('POST', '/v1/checkout/sessions', sessionCreate, openSession),
  listing('/v1/checkout/sessions', 'sessions', {
    customer: id.optional(),
  } satisfies ShapeOf<Stripe.Checkout.SessionListParams>),
  reading('/v1/checkout/sessions', 'sessions'),
  route('POST', '/v1/checkout/sessions/:id/expire', z.strictObject({ expand }), (world, _, [sessionId]) => {
    const session = find(world, 'sessions', sessionId);
    if (session.status !== 'open') {
      throw invalid(
        null,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status ?? 'unknown'}.`,
      );
    }
    expireSession(world, session);
    return session;
  }),
];
