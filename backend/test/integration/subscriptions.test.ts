import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReconciliationService } from '../../src/payments/synchronisation/reconciliation.service.js';
import {
  billingAtRest,
  creditsOf,
  nextMonth,
  payWith,
  stripeOf,
  subscriptionOf,
  synchronise,
} from '../support/billing.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const FAILS_LATER = '4000 0000 0000 0341';
const ASKS_THE_BANK = '4000 0027 6000 3184';

describe('a subscription', () => {
  test('is cancelled to the end of its period, can be taken back until then, and keeps its credits', async () => {
    const member = await subscriber(product, 'starter');
    const twice = await Promise.all([1, 2].map(() => member.post('/subscription/cancel')));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await subscriptionOf(member)).subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    expect((await member.post('/subscription/resume')).body).toMatchObject({
      subscription: { cancelAtPeriodEnd: false },
    });
    await member.post('/subscription/cancel');
    const later = await nextMonth(product, member);
    await until('the end', async () => ((await subscriptionOf(later)).subscription === null ? true : null));
    expect(await creditsOf(later)).toBe(120);
    expect((await later.post('/subscription/cancel')).body).toMatchObject({ code: 'no_subscription' });
    expect((await later.post('/subscription/resume')).body).toMatchObject({ code: 'no_subscription' });
  });

  test('whose renewal fails says so and where to pay, grants nothing until it is paid, then once', async () => {
    const member = await subscriber(product, 'starter');
    await payWith(member, FAILS_LATER);
    const later = await nextMonth(product, member);
    const failed = await until('the failure', async () =>
      (await subscriptionOf(later)).subscription?.problem ? subscriptionOf(later) : null,
    );
    expect(failed.subscription).toMatchObject({ status: 'past_due', problem: { kind: 'payment_failed' } });
    expect(await creditsOf(later)).toBe(120);
    expect((await later.get('/credit-packs')).body).toMatchObject({ purchasable: false });
    await payAtTheTill(failed.subscription!.problem!.payUrl!);
    await until('the credits', async () => ((await creditsOf(later)) === 240 ? true : null));
    expect((await subscriptionOf(later)).subscription).toMatchObject({ status: 'active', problem: null });
  });

  test('whose bank asks at every renewal waits to be confirmed', async () => {
    const member = await subscriber(product, 'starter');
    await payWith(member, ASKS_THE_BANK);
    const later = await nextMonth(product, member);
    const waiting = await until('the question', async () =>
      (await subscriptionOf(later)).subscription?.problem ? subscriptionOf(later) : null,
    );
    expect(waiting.subscription).toMatchObject({ problem: { kind: 'action_required' } });
    expect(await creditsOf(later)).toBe(120);
  });

  test('has a page where the card is changed, for its customer alone', async () => {
    const [member, nobody] = [await subscriber(product, 'starter'), await customer(product)];
    const page = await member.post<{ url: string }>('/subscription/portal');
    const shown = await (await fetch(page.body.url)).text();
    expect(shown).toContain('4242');
    // Our own pages end a plan: there its notice period and its credits are said.
    expect(shown).not.toContain('kündigen');
    expect((await nobody.post('/subscription/portal')).body).toMatchObject({ code: 'no_subscription' });
  });

  test('has invoices with a PDF, each for its owner alone', async () => {
    const [member, stranger] = [await subscriber(product, 'starter'), await subscriber(product, 'starter')];
    const [invoice] = (await member.get<{ items: { id: string; pdfUrl: string }[] }>('/invoices')).body.items;
    expect(invoice).toMatchObject({ status: 'paid', totalRappen: PLAN_PRICES.starter, payUrl: null });
    const pdf = await member.download(invoice!.pdfUrl);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="Rechnung-[\w-]+\.pdf"$/);
    const [foreign, missing] = await Promise.all(
      [invoice!.id, 'in_0000000000'].map((id) => stranger.get(`/invoices/${id}/pdf`)),
    );
    expect([foreign!.status, missing!.status]).toEqual([404, 404]);
    expect({ ...foreign!.body, requestId: '' }).toEqual({ ...missing!.body, requestId: '' });
    expect((await (await customer(product)).get('/invoices')).body).toEqual({ items: [] });
  });
});

describe('what was never heard of', () => {
  test('a renewal whose events are lost is found out by the nightly reconciliation', async () => {
    const member = await subscriber(product, 'professional');
    await billingAtRest(product);
    product.stripe.holdWebhooks();
    const later = await nextMonth(product, member);
    await product.stripe.releaseWebhooks(() => []);
    expect(await creditsOf(later)).toBe(240);
    expect((await subscriptionOf(later)).grantMissing).toBe(true);
    expect(await product.worker!.get(ReconciliationService, { strict: false }).noteDue()).toBeGreaterThan(0);
    await until('the credits', async () => ((await creditsOf(later)) === 480 ? true : null));
    expect((await subscriptionOf(later)).grantMissing).toBe(false);
    // Other customers of this file may be due as well; the next look finds nobody once all have been read.
    await until('nobody to be due', async () =>
      (await product.worker!.get(ReconciliationService, { strict: false }).noteDue()) === 0 ? true : null,
    );
  });

  test('is repaired by the customer’s own click, which says what it granted, and changes nothing the second time', async () => {
    const member = await subscriber(product, 'starter');
    await billingAtRest(product);
    product.stripe.holdWebhooks();
    const later = await nextMonth(product, member);
    expect(await synchronise(later)).toMatchObject({ creditsGranted: 120, grantMissing: false });
    for (let again = 0; again < 5; again += 1) expect(await synchronise(later)).toMatchObject({ creditsGranted: 0 });
    await product.stripe.releaseWebhooks((events) => [...events.toReversed(), ...events]);
    await product.stripe.webhooksSettled();
    expect(await creditsOf(later)).toBe(240);
  });
});

test('plans are published at the provider once, under ids of ours, and follow their names and prices', async () => {
  const stripe = stripeOf(product);
  const products = async () =>
    (await stripe.products.list({ limit: 100 })).data.map(({ id, name }) => [id, name]).toSorted();
  await until('the plans', async () => ((await products()).length === 3 ? true : null));
  expect(await products()).toEqual([
    ['bildnis_business', 'Bildnis Business'],
    ['bildnis_professional', 'Bildnis Professional'],
    ['bildnis_starter', 'Bildnis Starter'],
  ]);
  const { data: prices } = await stripe.prices.list({ limit: 100, active: true });
  expect(Object.fromEntries(prices.map(({ product: id, unit_amount: amount }) => [id, amount]))).toEqual({
    bildnis_business: PLAN_PRICES.business,
    bildnis_professional: PLAN_PRICES.professional,
    bildnis_starter: PLAN_PRICES.starter,
  });
  expect(prices).toHaveLength(3);
});
