import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PaymentProvider, PaymentProviderUnavailable } from '../../src/integrations/payments/index.js';
import { StripePayments } from '../../src/integrations/payments/stripe.js';
import { Clock, DAY } from '../../src/platform/clock/index.js';
import { ReconciliationService } from '../../src/payments/synchronisation/reconciliation.service.js';
import {
  billingAtRest,
  CONSENTS,
  nextMonth,
  packOf,
  passTime,
  stripeOf,
  upgrade,
  type OrderAnswer,
  type QuoteAnswer,
} from '../support/billing.js';
import { Caller, idOf } from '../support/caller.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

interface Vat {
  vat: { percent: number | null; rappen: number } | null;
}

const order = (caller: Caller, planId: string, more: object = {}) =>
  caller.post<OrderAnswer & Vat>('/orders', { kind: 'plan', planId, ...CONSENTS, ...more });

/** The invoices of a customer as the provider has them, newest first. */
async function invoicesOf(product: Product, caller: Caller): Promise<Stripe.Invoice[]> {
  const [row] = await product
    .em()
    .execute<{ provider_id: string }[]>('select provider_id from billing_customer where user_id = ?', [
      await idOf(caller),
    ]);
  return (await stripeOf(product).invoices.list({ customer: row!.provider_id })).data;
}

const taxOf = (invoice: Stripe.Invoice | undefined): number | null =>
  invoice?.total_taxes?.length ? invoice.total_taxes.reduce((sum, { amount }) => sum + amount, 0) : null;

/** Has the night read who is due, and waits until it has. */
async function passNight(product: Product): Promise<void> {
  await passTime(product, { hours: 5 });
  await product.worker!.get(ReconciliationService, { strict: false }).noteDue();
  await billingAtRest(product);
}

describe('an operator who is liable to VAT, with another rate to come', () => {
  let product: Product;
  beforeAll(async () => {
    const day = new Date(Date.now() + 50 * DAY).toISOString().slice(0, 10);
    product = await startProduct({
      env: { OPERATOR_VAT: 'CHE-123.456.788 MWST', VAT_RATES: `8.1 ${day}=8.6` },
    });
  });
  afterAll(() => product.stop());

  test('a plan says rate and amount on its order and in its email, its invoice also whose number', async () => {
    const caller = await customer(product);
    const { body } = await order(caller, 'starter');
    const within = Math.round((PLAN_PRICES.starter * 8.1) / 108.1);
    expect(body.vat).toEqual({ percent: 8.1, rappen: within });
    await payAtTheTill(body.paymentUrl!);
    await caller.post('/subscription/synchronise');
    const [invoice] = await invoicesOf(product, caller);
    expect(taxOf(invoice)).toBe(within);
    expect(invoice!.footer).toContain('MWST-Nummer: CHE-123.456.788 MWST.');
    const email = await until('the confirmation', async () => {
      const { body: me } = await caller.get<{ email: string }>('/me');
      return product.mailbox.emailsTo(me.email).find(({ subject }) => subject.startsWith('Bestellbestätigung')) ?? null;
    });
    expect(email.text).toContain(`inkl. 8.1\u00a0% MWST (CHF ${(within / 100).toFixed(2)})`);
  });

  test('so does a pack', async () => {
    const caller = await subscriber(product);
    const { body: packs } = await caller.get<{ items: { id: string; priceRappen: number }[] }>('/credit-packs');
    const pack = packs.items[0]!;
    const answer = await caller.post<OrderAnswer & Vat>('/orders', { kind: 'pack', packId: pack.id, ...CONSENTS });
    expect(answer.body.vat).toEqual({ percent: 8.1, rappen: Math.round((pack.priceRappen * 8.1) / 108.1) });
    await payAtTheTill(answer.body.paymentUrl!);
    await caller.post('/subscription/synchronise');
    const invoice = (await invoicesOf(product, caller)).find(({ total }) => total === pack.priceRappen);
    expect(taxOf(invoice)).toBe(answer.body.vat!.rappen);
    expect(invoice!.footer).toContain('CHE-123.456.788');
  });

  test('an upgrade is taxed as its quote said', async () => {
    const caller = await subscriber(product, 'starter');
    await passTime(product, { days: 3, hours: 1 });
    const { quote, order: bought } = await upgrade(caller, 'business');
    const { vat } = quote as QuoteAnswer & Vat;
    expect(vat!.percent).toBe(8.1);
    expect((bought as OrderAnswer & Vat).vat).toEqual(vat);
    const invoice = (await invoicesOf(product, caller)).find(
      ({ billing_reason: reason }) => reason === 'subscription_update',
    );
    expect(taxOf(invoice)).toBe(vat!.rappen);
  });

  test('a company gives its details to the provider, and its invoice bears them', async () => {
    const caller = await customer(product);
    const { body } = await order(caller, 'starter', { forCompany: true });
    const fields = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123', name: 'Petra Muster' };
    const company = {
      company: 'Lichtbild AG',
      vatNumber: 'CHE-987.654.321 MWST',
      street: 'Seegasse 7',
      postcode: '6300',
      town: 'Zug',
      country: 'CH',
    };
    const pay = (form: Record<string, string>) =>
      fetch(body.paymentUrl!, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    expect((await pay(fields)).status).toBe(422);
    expect((await pay({ ...fields, ...company })).status).toBe(303);
    await caller.post('/subscription/synchronise');
    const [invoice] = await invoicesOf(product, caller);
    expect(invoice).toMatchObject({
      customer_name: 'Lichtbild AG',
      customer_tax_ids: [{ value: 'CHE-987.654.321 MWST' }],
    });
  });

  test('a rate that was archived at the provider is made again, and the order goes through', async () => {
    const stripe = stripeOf(product);
    await order(await customer(product), 'starter');
    for (const { id } of (await stripe.taxRates.list({ active: true })).data)
      await stripe.taxRates.update(id, { active: false });
    const answer = await order(await customer(product), 'starter');
    expect(answer.status).toBe(201);
    expect(answer.body.paymentUrl).toMatch(/checkout/);
    expect((await stripe.taxRates.list({ active: true })).data).toHaveLength(1);
  });

  test('an order whose first answer was lost is the same one, also after the settings have changed', async () => {
    const caller = await subscriber(product);
    const body = { kind: 'pack', packId: await packOf(caller), ...CONSENTS };
    const key = randomUUID();
    const before = new StripePayments({
      ...product.config.stripe,
      policy: { isTaxAutomatic: false, footer: 'Früher' },
    });
    const lost = vi.spyOn(product.api.get(PaymentProvider), 'openCheckout').mockImplementationOnce(async (request) => {
      await before.openCheckout(request);
      throw new PaymentProviderUnavailable({ cause: 'lost' });
    });
    expect((await caller.post('/orders', body, key)).status).toBe(503);
    lost.mockRestore();
    const { status, body: bought } = await caller.post<OrderAnswer>('/orders', body, key);
    expect(status).toBe(201);
    const open = (await stripeOf(product).checkout.sessions.list({ limit: 100 })).data.filter(
      ({ client_reference_id: id }) => id === bought.id,
    );
    expect(open.map(({ url }) => url)).toEqual([bought.paymentUrl]);
  });

  // Last: it moves the clock on by months.
  test('a renewal is taxed by the rate of its own day, an upgrade before that by the old one', async () => {
    const caller = await subscriber(product, 'starter');
    await passNight(product);
    let later = await nextMonth(product, caller);
    expect(taxOf((await invoicesOf(product, later))[0])).toBe(Math.round((PLAN_PRICES.starter * 8.1) / 108.1));
    await passTime(product, { days: 10 });
    await passNight(product);
    const { quote } = await upgrade(later, 'professional');
    const first = (quote as QuoteAnswer & Vat).vat!;
    expect(first.percent).toBe(8.1);
    expect(taxOf((await invoicesOf(product, later))[0])).toBe(first.rappen);
    const [row] = await product
      .em()
      .execute<{ current_period_end: Date }[]>('select current_period_end from subscription where user_id = ?', [
        await idOf(later),
      ]);
    const left = new Date(row!.current_period_end).getTime() - product.api.get(Clock).now().getTime();
    await passTime(product, { hours: Math.floor((left - 1.5 * DAY) / 3_600_000) });
    await passNight(product);
    // Its next renewal is prepared: what is charged by then is what the quote says.
    const late = await upgrade(later, 'business');
    const second = (late.quote as QuoteAnswer & Vat).vat!;
    expect(second.percent).toBe(8.6);
    expect((late.order as OrderAnswer & Vat).vat).toEqual(second);
    expect(taxOf((await invoicesOf(product, later))[0])).toBe(second.rappen);
    later = await nextMonth(product, later);
    expect(taxOf((await invoicesOf(product, later))[0])).toBe(Math.round((PLAN_PRICES.business * 8.6) / 108.6));
  });
});

describe('an operator who is not', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: { OPERATOR_VAT: 'none' } });
  });
  afterAll(() => product.stop());

  test('charges none, and every invoice says why', async () => {
    const caller = await customer(product);
    const { body } = await order(caller, 'starter');
    expect(body.vat).toBeNull();
    await payAtTheTill(body.paymentUrl!);
    await caller.post('/subscription/synchronise');
    const [invoice] = await invoicesOf(product, caller);
    expect(taxOf(invoice)).toBeNull();
    expect(invoice!.footer).toContain('Nicht mehrwertsteuerpflichtig, darum ohne MWST.');
  });

  test('who has ceased to be charges none from the next renewal', async () => {
    const caller = await subscriber(product, 'starter');
    const stripe = stripeOf(product);
    const [before] = await invoicesOf(product, caller);
    const subscriptionId = before!.parent!.subscription_details!.subscription as string;
    const rate = await stripe.taxRates.create({ display_name: 'MWST', percentage: 8.1, inclusive: true });
    await stripe.subscriptions.update(subscriptionId, { default_tax_rates: [rate.id] });
    await stripe.customers.update(before!.customer as string, { invoice_settings: { footer: 'MWST-Nummer: CHE-1' } });
    await passTime(product, { days: 28 });
    await passNight(product);
    const later = await nextMonth(product, caller);
    const [invoice] = await invoicesOf(product, later);
    expect(taxOf(invoice)).toBeNull();
    expect(invoice!.footer).toContain('Nicht mehrwertsteuerpflichtig');
  });
});

describe('an operator who has Stripe Tax reckon', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: { OPERATOR_VAT: 'CHE-123.456.788 MWST', STRIPE_TAX: 'true' } });
  });
  afterAll(() => product.stop());

  test('charges what is due where the customer lives, within the same price', async () => {
    const caller = await customer(product);
    const { body } = await order(caller, 'starter');
    expect(body.vat).toBeNull();
    const form = {
      number: '4242 4242 4242 4242',
      expiry: '12 / 30',
      cvc: '123',
      name: 'Petra Muster',
      street: 'Domplatz 1',
      postcode: '50667',
      town: 'Köln',
      country: 'DE',
    };
    await fetch(body.paymentUrl!, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    await caller.post('/subscription/synchronise');
    const [invoice] = await invoicesOf(product, caller);
    expect(invoice!.total).toBe(PLAN_PRICES.starter);
    expect(taxOf(invoice)).toBe(Math.round((PLAN_PRICES.starter * 19) / 119));
    await passTime(product, { days: 3 });
    const { quote } = await upgrade(caller, 'business');
    expect((quote as QuoteAnswer & Vat).vat).toMatchObject({ percent: 19 });
  });
});
