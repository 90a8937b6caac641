import { find } from '../api/answers.js';
import { changeMetadata } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { leastCharge } from '../billing/balance.js';
import { buildPrice } from '../objects/catalogue.js';
import { buildLineItem, buildSession } from '../objects/checkout-session.js';
import type { WireLineItem, WirePrice, WireSession } from '../objects/wire.js';
import { newId, newPartId } from '../state/ids.js';
import type { World } from '../state/world.js';
import { addProduct, storedInterval } from './catalogue.js';
import type { SessionCreate } from './session-parameters.js';

type Line = NonNullable<SessionCreate['line_items']>[number];

const day = 86_400;
const leastExpiry = 30 * 60;

/** Opens a session of the hosted page. @throws StripeRefusal for combinations Stripe refuses too */
export function openSession(world: World, params: SessionCreate): WireSession {
  const lines = params.line_items ?? [];
  checkCombination(params);
  checkLines(world, params.mode, lines);
  if (params.customer) find(world, 'customers', params.customer, 'customer');
  const now = world.now();
  const expiresAt = params.expires_at ?? now + day;
  if (expiresAt < now + leastExpiry || expiresAt > now + day) {
    throw invalid(
      null,
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  const items = lines.map((line) => storeLine(world, line));
  const id = newId('sessions');
  const session = buildSession({
    ...sessionFields(params, items),
    id,
    created: now,
    expiresAt,
    url: `${world.publicUrl()}/checkout/${id}`,
  });
  world.state.sessions.set(id, session);
  world.state.drafts.set(id, {
    lines: items,
    subscriptionMetadata: changeMetadata({}, params.subscription_data?.metadata),
    subscriptionDescription: params.subscription_data?.description ?? null,
    paymentMetadata: changeMetadata({}, params.payment_intent_data?.metadata),
    paymentDescription: params.payment_intent_data?.description ?? null,
    setupFutureUsage: params.payment_intent_data?.setup_future_usage ?? null,
    paymentIntent: null,
    awaitingConfirmation: null,
  });
  return session;
}

function checkCombination(params: SessionCreate): void {
  if (!params.line_items?.length)
    throw invalid('parameter_missing', 'Missing required param: line_items.', 'line_items');
  if (params.customer && params.customer_email) {
    throw invalid(null, 'You may only specify one of these parameters: customer, customer_email.', 'customer');
  }
  if (params.customer_update && !params.customer) {
    throw invalid(null, '`customer_update` can only be used with `customer`.', 'customer_update');
  }
  const foreign =
    params.mode === 'subscription'
      ? (['payment_intent_data', 'invoice_creation', 'customer_creation'] as const)
      : (['subscription_data'] as const);
  for (const name of foreign) {
    if (params[name] !== undefined)
      throw invalid(null, `You can not pass \`${name}\` in \`${params.mode}\` mode.`, name);
  }
}

function checkLines(world: World, mode: SessionCreate['mode'], lines: Line[]): void {
  const facts = lines.map((line, at) => lineFacts(world, line, `line_items[${at}]`));
  if (new Set(facts.map((fact) => fact.currency)).size > 1) {
    throw invalid(null, 'All line items must have the same currency.', 'line_items');
  }
  if (mode === 'payment' && facts.some((fact) => fact.recurring)) {
    throw invalid(
      null,
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    );
  }
  if (mode === 'subscription' && !facts.some((fact) => fact.recurring)) {
    throw invalid(
      null,
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    );
  }
  const total = facts.reduce((sum, fact) => sum + fact.amount, 0);
  if (total < leastCharge) {
    throw invalid(
      'amount_too_small',
      "The Checkout Session's total amount must convert to at least 50 cents.",
      'line_items',
    );
  }
}

function lineFacts(world: World, line: Line, name: string): { currency: string; recurring: boolean; amount: number } {
  if ((line.price === undefined) === (line.price_data === undefined)) {
    throw invalid(
      'parameter_missing',
      `Exactly one of \`${name}[price]\` and \`${name}[price_data]\` is needed.`,
      name,
    );
  }
  if (line.quantity === undefined)
    throw invalid('parameter_missing', `Missing required param: ${name}[quantity].`, `${name}[quantity]`);
  if (line.price_data) {
    const data = line.price_data;
    if ((data.product === undefined) === (data.product_data === undefined)) {
      throw invalid(
        'parameter_missing',
        `Exactly one of \`product\` and \`product_data\` is needed.`,
        `${name}[price_data][product]`,
      );
    }
    if (data.product) find(world, 'products', data.product, `${name}[price_data][product]`);
    return {
      currency: data.currency,
      recurring: data.recurring !== undefined,
      amount: data.unit_amount * line.quantity,
    };
  }
  const price = find(world, 'prices', line.price!, `${name}[price]`);
  if (!price.active)
    throw invalid(null, `The price specified is inactive. This field only accepts active prices.`, `${name}[price]`);
  return {
    currency: price.currency,
    recurring: price.recurring !== null,
    amount: (price.unit_amount ?? 0) * line.quantity,
  };
}

function storeLine(world: World, line: Line): WireLineItem {
  const price = line.price ? find(world, 'prices', line.price, 'line_items') : inlinePrice(world, line.price_data!);
  const product = typeof price.product === 'string' ? world.state.products.get(price.product) : undefined;
  return buildLineItem(
    newPartId('lineItem'),
    structuredClone(price),
    line.quantity ?? 1,
    product?.name ?? price.nickname ?? '',
  );
}

/** A price described on the spot becomes an inactive price of its own, so that nobody else can buy by it. */
function inlinePrice(world: World, data: NonNullable<Line['price_data']>): WirePrice {
  const product = data.product ?? addProduct(world, { ...data.product_data!, active: false }).id;
  const price = buildPrice({
    id: newId('prices'),
    created: world.now(),
    active: false,
    currency: data.currency,
    unitAmount: data.unit_amount,
    product,
    recurring: storedInterval(data.recurring),
    taxBehavior: data.tax_behavior ?? 'unspecified',
    metadata: {},
  });
  world.state.prices.set(price.id, price);
  world.emit('price.created', price);
  return price;
}

function sessionFields(params: SessionCreate, items: WireLineItem[]) {
  return {
    mode: params.mode,
    currency: items[0]?.currency ?? 'chf',
    amountTotal: items.reduce((sum, item) => sum + item.amount_total, 0),
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    customer: params.customer ?? null,
    customerEmail: params.customer_email ?? null,
    locale: params.locale ?? null,
    metadata: changeMetadata({}, params.metadata),
    automaticTax: params.automatic_tax?.enabled ?? false,
    allowPromotionCodes: params.allow_promotion_codes ?? null,
    billingAddressCollection: params.billing_address_collection ?? null,
    consentCollection: params.consent_collection
      ? {
          payment_method_reuse_agreement: null,
          promotions: params.consent_collection.promotions ?? 'none',
          terms_of_service: params.consent_collection.terms_of_service ?? 'none',
        }
      : null,
    customText: {
      afterSubmit: params.custom_text?.after_submit?.message ?? null,
      submit: params.custom_text?.submit?.message ?? null,
      terms: params.custom_text?.terms_of_service_acceptance?.message ?? null,
    },
    customerCreation:
      params.mode === 'payment' && !params.customer ? (params.customer_creation ?? 'if_required') : null,
    submitType: params.submit_type ?? null,
    taxIdCollection: params.tax_id_collection?.enabled ?? false,
    invoiceCreation: invoiceCreation(params),
  };
}

function invoiceCreation(params: SessionCreate): WireSession['invoice_creation'] {
  if (params.mode !== 'payment') return null;
  const data = params.invoice_creation?.invoice_data;
  return {
    enabled: params.invoice_creation?.enabled ?? false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: data?.description ?? null,
      footer: data?.footer ?? null,
      issuer: null,
      metadata: changeMetadata({}, data?.metadata),
      rendering_options: null,
    },
  };
}
