import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { contractAtHand, contractObserver } from './stripe-contract.js';
import { clientFor, monthlyPrice, openPack, openSubscription, secretKey, startStripeWorld } from './stripe-world.js';

const till = startStripeWorld();

/** A call the library would not make. */
async function raw(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(till.emulator.url + path, {
    method,
    headers: {
      authorization: `Bearer ${secretKey}`,
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, error: ((await answer.json()) as { error?: { code?: string } }).error };
}

const session = 'mode=payment&success_url=http://a.ch&customer=cus_a&';
const sale = 'line_items[0][price_data][product_data][name]=x&line_items[0][price_data][currency]=chf&';

describe('what the API refuses', () => {
  it.each([
    ['POST', '/v1/customers', 'emial=a%40b.ch', 'parameter_unknown', 'emial'],
    ['POST', '/v1/customers', '__proto__[polluted]=yes', 'parameter_unknown', '__proto__'],
    ['POST', '/v1/checkout/sessions', `${session}ui_mode=x`, 'parameter_unknown', 'ui_mode'],
    [
      'POST',
      '/v1/checkout/sessions',
      `${session}line_items[0][amount]=5&line_items[0][quantity]=1`,
      'parameter_unknown',
      'line_items[0][amount]',
    ],
    ['GET', '/v1/prices?lookup_key=x', undefined, 'parameter_unknown', 'lookup_key'],
    ['POST', '/v1/prices', 'currency=chf&product=p', 'parameter_missing', 'unit_amount'],
    ['POST', '/v1/prices', 'currency=chf&unit_amount=9.90&product=p', 'parameter_invalid_integer', 'unit_amount'],
    [
      'POST',
      '/v1/checkout/sessions',
      'mode=payment&customer=c&success_url=javascript:alert(1)',
      'url_invalid',
      'success_url',
    ],
    ['POST', '/v1/checkout/sessions', session, 'parameter_missing', 'line_items'],
    [
      'POST',
      '/v1/checkout/sessions',
      `${session}${sale}line_items[0][quantity]=1&line_items[0][price_data][unit_amount]=49`,
      'amount_too_small',
      'line_items',
    ],
    [
      'POST',
      '/v1/checkout/sessions',
      `${session}${sale}line_items[0][quantity]=1&line_items[0][price_data][unit_amount]=50`,
      'resource_missing',
      'customer',
    ],
    ['GET', '/v1/customers?limit=101', undefined, undefined, 'limit'],
    ['GET', '/v1/customers?starting_after=cus_none', undefined, 'resource_missing', 'starting_after'],
  ])('%s %s %s', async (method, path, body, code, param) => {
    expect(await raw(method, path, body)).toMatchObject({ status: 400, error: { ...(code && { code }), param } });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('a wrong key and none, another version, and what does not exist', async () => {
    await expect(clientFor(till.emulator, 'sk_test_other').customers.list()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
    expect((await fetch(`${till.emulator.url}/v1/customers`)).status).toBe(401);
    expect((await raw('GET', '/v1/customers', undefined, { 'stripe-version': '2024-06-20' })).status).toBe(400);
    expect((await raw('GET', '/v1/unicorns')).status).toBe(404);
    await expect(till.stripe.subscriptions.retrieve('sub_nothing')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
    });
  });

  it('orders that do not fit their mode, and expansions of what is no reference', async () => {
    const { price, customer } = await openSubscription(till.stripe);
    const open = (more: Partial<Stripe.Checkout.SessionCreateParams>) =>
      till.stripe.checkout.sessions.create({
        success_url: 'http://a.ch/',
        customer: customer.id,
        mode: 'subscription',
        line_items: [{ price: price.id, quantity: 1 }],
        ...more,
      });
    await expect(open({ mode: 'payment' })).rejects.toThrow(/recurring price/);
    await expect(open({ payment_intent_data: { metadata: {} }, invoice_creation: { enabled: true } })).rejects.toThrow(
      /subscription/,
    );
    await expect(open({ line_items: [{ price: 'price_nothing', quantity: 1 }] })).rejects.toMatchObject({
      param: 'line_items[0][price]',
    });
    await expect(open({ expand: ['mode'] })).rejects.toThrow(/cannot be expanded/);
    await expect(open({ expand: ['wishes'] })).rejects.toThrow(/cannot be expanded/);
  });
});

describe('idempotency', () => {
  it('gives one effect and one answer for the same key and body, and refuses another body', async () => {
    const options = { idempotencyKey: 'order-7' };
    const first = await till.stripe.customers.create({ email: 'a@b.ch' }, options);
    const second = await till.stripe.customers.create({ email: 'a@b.ch' }, options);
    expect(second).toEqual(first);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    await expect(till.stripe.customers.create({ email: 'c@d.ch' }, options)).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'idempotency_error',
    });
    expect((await till.stripe.customers.list()).data).toHaveLength(1);
  });

  it('lets a refused call be corrected under its key', async () => {
    const headers = { 'idempotency-key': 'order-8' };
    expect((await raw('POST', '/v1/customers', 'emial=a%40b.ch', headers)).status).toBe(400);
    expect((await raw('POST', '/v1/customers', 'email=a%40b.ch', headers)).status).toBe(200);
  });
});

describe('lists', () => {
  it('come newest first, in pages, filtered', async () => {
    const made: string[] = [];
    for (let at = 0; at < 5; at++)
      made.unshift((await till.stripe.customers.create({ email: `k${at % 2}@example.ch` })).id);
    const first = await till.stripe.customers.list({ limit: 3 });
    expect(first).toMatchObject({ has_more: true, url: '/v1/customers' });
    const all: string[] = [];
    for await (const one of till.stripe.customers.list({ limit: 2 })) all.push(one.id);
    expect(all).toEqual(made);
    expect((await till.stripe.customers.list({ email: 'k1@example.ch' })).data).toHaveLength(2);
  });

  it('of prices know each lookup key once', async () => {
    const { product } = await monthlyPrice(till, 'Starter', 990);
    const fields = { product: String(product), currency: 'chf', unit_amount: 990, lookup_key: 'starter' };
    const made = await till.stripe.prices.create(fields);
    await expect(till.stripe.prices.create(fields)).rejects.toThrow(/lookup key/);
    const found = await till.stripe.prices.list({
      lookup_keys: ['starter', 'other'],
      active: true,
      expand: ['data.product'],
    });
    expect(found.data).toMatchObject([{ id: made.id, product: { id: product, name: 'Starter' } }]);
    expect((await till.stripe.prices.list({ lookup_keys: ['other'] })).data).toEqual([]);
    await till.stripe.products.update(String(product), { name: 'Starter plus', active: false });
    expect(await till.stripe.products.retrieve(String(product))).toMatchObject({ name: 'Starter plus', active: false });
    await openPack(till);
    expect((await till.stripe.prices.list({ active: true })).data).toHaveLength(2);
  });
});

describe.runIf(contractAtHand)('the contract, when it is at hand', () => {
  it('objects to what this API version does not have', () => {
    const { observe, checkEvent, objections } = contractObserver()!;
    const url = new URL('http://x/v1/customers');
    const answer = JSON.stringify({ id: 'cus_1', object: 'customer', wishes: [] });
    observe({ method: 'POST', url, body: 'email=a&wishes[0]=b', status: 200, answer });
    expect(objections.join('\n')).toMatch(/body of POST \/v1\/customers.*wishes[\s\S]*answer of POST \/v1\/customers/);
    const before = objections.length;
    observe({ method: 'GET', url: new URL('http://x/v1/unicorns'), body: '', status: 200, answer: '{}' });
    observe({ method: 'GET', url, body: '', status: 400, answer: '{"message":"no"}' });
    checkEvent(JSON.stringify({ type: 'invoice.paid', data: { object: { subscription: 'sub_1' } } }));
    const dispute = { object: 'list', data: [{ id: 'dp_2', object: 'dispute' }], has_more: false, url: '/v1/disputes' };
    const disputes = new URL('http://x/v1/disputes');
    observe({ method: 'GET', url: disputes, body: '', status: 200, answer: JSON.stringify(dispute) });
    expect(objections.length).toBeGreaterThanOrEqual(before + 5);
  });
});
