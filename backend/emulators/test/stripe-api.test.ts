import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractAtHand, contractObserver } from './stripe-contract.js';
import { clientFor, openSubscription, openTill, pay, secretKey, type Till } from './stripe-world.js';

let till: Till;

beforeEach(async () => {
  till = await openTill();
});

afterEach(async () => {
  await till.stop();
  expect(till.objections, 'objections of the contract').toEqual([]);
});

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
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as {
      error?: { code?: string; param?: string; message: string; type: string };
      id?: string;
    },
  };
}

describe('what the API refuses', () => {
  it('a wrong key and none', async () => {
    await expect(clientFor(till.emulator, 'sk_test_other').customers.list()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
    expect((await fetch(`${till.emulator.url}/v1/customers`)).status).toBe(401);
  });

  it.each([
    ['POST', '/v1/customers', 'emial=a%40b.ch', 'emial'],
    ['POST', '/v1/customers', 'address[strasse]=x', 'address[strasse]'],
    [
      'POST',
      '/v1/checkout/sessions',
      'mode=payment&success_url=http://a.ch&payment_method_types[0]=card',
      'payment_method_types',
    ],
    [
      'POST',
      '/v1/checkout/sessions',
      'mode=payment&success_url=http://a.ch&line_items[0][amount]=5',
      'line_items[0][amount]',
    ],
    ['GET', '/v1/prices?lookup_key=x', undefined, 'lookup_key'],
  ])('unknown parameters: %s %s', async (method, path, body, param) => {
    const answer = await raw(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'parameter_unknown', param, type: 'invalid_request_error' });
  });

  it('missing, malformed and dangerous values', async () => {
    expect((await raw('POST', '/v1/prices', 'currency=chf')).body.error).toMatchObject({
      code: 'parameter_missing',
      param: 'unit_amount',
    });
    expect((await raw('POST', '/v1/prices', 'currency=chf&unit_amount=9.90&product=p')).body.error).toMatchObject({
      code: 'parameter_invalid_integer',
    });
    const script = await raw('POST', '/v1/checkout/sessions', 'mode=payment&success_url=javascript:alert(1)');
    expect(script.body.error).toMatchObject({ code: 'url_invalid', param: 'success_url' });
    expect((await raw('POST', '/v1/customers', '__proto__[polluted]=yes')).body.error).toMatchObject({
      code: 'parameter_unknown',
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('paths and ids that do not exist', async () => {
    expect((await raw('GET', '/v1/unicorns')).status).toBe(404);
    await expect(till.stripe.subscriptions.retrieve('sub_nothing')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
    });
    await expect(
      till.stripe.checkout.sessions.create({
        mode: 'subscription',
        success_url: 'http://a.ch',
        customer: 'cus_nothing',
        line_items: [{ price: 'price_nothing', quantity: 1 }],
      }),
    ).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'line_items[0][price]' });
  });

  it('another API version', async () => {
    expect((await raw('GET', '/v1/customers', undefined, { 'stripe-version': '2024-06-20' })).status).toBe(400);
  });

  it('orders that do not fit their mode', async () => {
    const { price, customer } = await openSubscription(till.stripe);
    const base = { success_url: 'http://a.ch/', line_items: [{ price: price.id, quantity: 1 }] };
    await expect(till.stripe.checkout.sessions.create({ ...base, mode: 'payment' })).rejects.toThrow(/recurring price/);
    await expect(
      till.stripe.checkout.sessions.create({
        ...base,
        mode: 'subscription',
        customer: customer.id,
        customer_email: 'a@b.ch',
      }),
    ).rejects.toThrow(/only specify one/);
    await expect(
      till.stripe.checkout.sessions.create({
        ...base,
        mode: 'subscription',
        payment_intent_data: { description: 'x' },
      }),
    ).rejects.toThrow(/subscription/);
    await till.stripe.prices.update(price.id, { active: false });
    await expect(till.stripe.checkout.sessions.create({ ...base, mode: 'subscription' })).rejects.toThrow(/inactive/);
    await expect(
      till.stripe.checkout.sessions.create({
        mode: 'payment',
        success_url: 'http://a.ch/',
        line_items: [{ quantity: 1, price_data: { currency: 'chf', unit_amount: 49, product_data: { name: 'x' } } }],
      }),
    ).rejects.toMatchObject({ code: 'amount_too_small' });
  });

  it('expansions of what is no reference', async () => {
    const customer = await till.stripe.customers.create({ email: 'a@b.ch' });
    await expect(till.stripe.customers.retrieve(customer.id, { expand: ['email'] })).rejects.toThrow(
      /cannot be expanded/,
    );
    await expect(till.stripe.customers.retrieve(customer.id, { expand: ['invoice'] })).rejects.toThrow(
      /cannot be expanded/,
    );
  });
});

describe('idempotency', () => {
  it('the same key and body have one effect and one answer', async () => {
    const options = { idempotencyKey: 'order-7' };
    const first = await till.stripe.customers.create({ email: 'a@b.ch' }, options);
    const second = await till.stripe.customers.create({ email: 'a@b.ch' }, options);
    expect(second).toEqual(first);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await till.stripe.customers.list()).data).toHaveLength(1);
  });

  it('another body under the same key is refused', async () => {
    await till.stripe.customers.create({ email: 'a@b.ch' }, { idempotencyKey: 'order-7' });
    await expect(
      till.stripe.customers.create({ email: 'c@d.ch' }, { idempotencyKey: 'order-7' }),
    ).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'idempotency_error',
    });
    expect((await till.stripe.customers.list()).data).toHaveLength(1);
  });

  it('a refused call may be corrected under its key', async () => {
    const headers = { 'idempotency-key': 'order-8' };
    expect((await raw('POST', '/v1/customers', 'emial=a%40b.ch', headers)).status).toBe(400);
    expect((await raw('POST', '/v1/customers', 'email=a%40b.ch', headers)).status).toBe(200);
  });
});

describe('lists', () => {
  it('come newest first, in pages, filtered', async () => {
    const made: string[] = [];
    for (let at = 0; at < 7; at++)
      made.unshift((await till.stripe.customers.create({ email: `k${at % 2}@example.ch` })).id);
    const first = await till.stripe.customers.list({ limit: 3 });
    expect(first).toMatchObject({ has_more: true, url: '/v1/customers' });
    expect(first.data.map((one) => one.id)).toEqual(made.slice(0, 3));
    const rest = await till.stripe.customers.list({ limit: 10, starting_after: made[2]! });
    expect(rest.data.map((one) => one.id)).toEqual(made.slice(3));
    expect(rest.has_more).toBe(false);
    const back = await till.stripe.customers.list({ limit: 2, ending_before: made[3]! });
    expect(back.data.map((one) => one.id)).toEqual(made.slice(1, 3));
    const all: string[] = [];
    for await (const one of till.stripe.customers.list({ limit: 2 })) all.push(one.id);
    expect(all).toEqual(made);
    expect((await till.stripe.customers.list({ email: 'k1@example.ch' })).data).toHaveLength(3);
    await expect(till.stripe.customers.list({ limit: 101 })).rejects.toThrow(/limit/i);
  });

  it('of prices by lookup key, which moves only when asked', async () => {
    const product = await till.stripe.products.create({ name: 'Starter' });
    const fields = {
      product: product.id,
      currency: 'chf',
      unit_amount: 990,
      recurring: { interval: 'month' as const },
      lookup_key: 'starter',
    };
    const first = await till.stripe.prices.create(fields);
    await expect(till.stripe.prices.create(fields)).rejects.toThrow(/lookup key/);
    const second = await till.stripe.prices.create({ ...fields, unit_amount: 1090, transfer_lookup_key: true });
    const found = await till.stripe.prices.list({ lookup_keys: ['starter', 'other'], expand: ['data.product'] });
    expect(found.data.map((one) => one.id)).toEqual([second.id]);
    expect(found.data[0]!.product).toMatchObject({ id: product.id, name: 'Starter' });
    expect((await till.stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
    expect(String(second.unit_amount_decimal)).toBe('1090');
  });
});

describe('customers', () => {
  it('keep, change and lose metadata key by key', async () => {
    const customer = await till.stripe.customers.create({
      email: 'a@b.ch',
      metadata: { user: '1', kind: 'x' },
      address: { city: 'Bern', country: 'CH' },
    });
    const changed = await till.stripe.customers.update(customer.id, {
      name: 'Anna',
      metadata: { kind: '', plan: 'pro' },
    });
    expect(changed).toMatchObject({ name: 'Anna', email: 'a@b.ch', metadata: { user: '1', plan: 'pro' } });
    expect(changed.metadata).not.toHaveProperty('kind');
    expect((await till.stripe.customers.update(customer.id, { metadata: '' })).metadata).toEqual({});
    expect(await till.stripe.customers.retrieve(customer.id)).toMatchObject({ address: { city: 'Bern', line1: null } });
  });
});

describe('invoices and subscriptions', () => {
  it('are found by customer and by each other', async () => {
    const { session, customer } = await openSubscription(till.stripe);
    await pay(session.url!);
    const [subscription] = (
      await till.stripe.subscriptions.list({ customer: customer.id, status: 'active', expand: ['data.latest_invoice'] })
    ).data;
    const invoices = await till.stripe.invoices.list({ subscription: subscription!.id });
    expect(invoices.data.map((one) => one.id)).toEqual([(subscription!.latest_invoice as Stripe.Invoice).id]);
    expect((await till.stripe.invoices.list({ customer: customer.id, status: 'paid' })).data).toHaveLength(1);
    expect((await till.stripe.invoices.listLineItems(invoices.data[0]!.id)).data[0]).toMatchObject({
      amount: 1790,
      subscription: subscription!.id,
    });
    const page = await fetch(invoices.data[0]!.hosted_invoice_url!);
    expect(await page.text()).toContain('CHF 17.90');
    const pdf = await fetch(invoices.data[0]!.invoice_pdf!);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const [bytes, start] = [await pdf.text(), /startxref\n(\d+)\n%%EOF\n$/];
    expect(bytes).toMatch(/^%PDF-1\.4\n[^]*CHF 17\.90/);
    expect(bytes.slice(Number(start.exec(bytes)![1]))).toMatch(/^xref\n0 6\n/);
    expect((await fetch(`${till.emulator.url}/invoices/in_none/pdf`)).status).toBe(404);
    expect((await till.stripe.customers.listPaymentMethods(customer.id)).data[0]!.card!.last4).toBe('4242');
    expect((await till.stripe.paymentIntents.list({ customer: customer.id })).data[0]).toMatchObject({
      status: 'succeeded',
      amount: 1790,
    });
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
    expect(objections.length).toBeGreaterThanOrEqual(before + 4);
  });

  it('holds disputes against their own description, alone and in lists, and lets nothing else on their path pass', () => {
    const { observe, objections } = contractObserver()!;
    const answers = [
      ['GET', '/v1/disputes/dp_1', { id: 'dp_1', object: 'dispute' }],
      [
        'GET',
        '/v1/disputes',
        { object: 'list', data: [{ id: 'dp_2', object: 'dispute' }], has_more: false, url: '/v1/disputes' },
      ],
      ['GET', '/v1/disputes/dp_3/evidence', { id: 'dp_3', object: 'dispute' }],
      ['POST', '/v1/disputes/dp_3/close', { id: 'dp_3', object: 'dispute' }],
    ] as const;
    for (const [method, path, answer] of answers)
      observe({ method, url: new URL(`http://x${path}`), body: '', status: 200, answer: JSON.stringify(answer) });
    expect(objections).toEqual([
      expect.stringMatching(/^answer of GET \/v1\/disputes\/dp_1 .*required/),
      expect.stringMatching(/^answer of GET \/v1\/disputes .*required/),
      'GET /v1/disputes/dp_3/evidence is not in the contract',
      'POST /v1/disputes/dp_3/close is not in the contract',
    ]);
  });
});
