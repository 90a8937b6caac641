import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { StripePayments } from '../../src/integrations/payments/stripe.js';
import type { SubscriptionAnswer } from '../support/billing.js';
import { emailsTo } from '../support/emails.js';
import { customer, payAtTheTill, subscriber } from '../support/customers.js';
import { inFrancs, PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const order = { kind: 'plan', planId: 'starter', acceptEarlyStart: true, acceptWithdrawalEffect: true };
interface OrderAnswer {
  id: string;
  status: string;
  paymentUrl: string;
  code?: string;
}

describe('orders', () => {
  test('a double click makes one order and one checkout', async () => {
    const caller = await customer(product);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => caller.post<OrderAnswer>('/orders', order, key)));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.body.paymentUrl)).size).toBe(1);
  });

  test.each([
    ['without the first consent', { acceptEarlyStart: false }],
    ['without the second consent', { acceptWithdrawalEffect: undefined }],
    ['for an unknown plan', { planId: 'gratis' }],
    ['with a price of one’s own', { priceRappen: 1 }],
    ['with an address to return to', { successUrl: 'https://evil.example' }],
  ])('an order %s is refused', async (_what, change) => {
    const caller = await customer(product);
    expect((await caller.post('/orders', { ...order, ...change })).status).toBe(400);
  });

  test('where the provider refuses our key, a customer who orders is told to come back, and can', async () => {
    const refused = new StripePayments({
      secretKey: 'sk_test_revoked',
      webhookSecret: 'whsec_of_nobody',
      apiUrl: product.stripe.url,
      policy: { isTaxAutomatic: false, footer: 'Bildnis' },
    });
    const own = product.api.get(PaymentProvider);
    const spies = [
      vi.spyOn(own, 'ensureCustomer').mockImplementation((user) => refused.ensureCustomer(user)),
      vi.spyOn(own, 'openCheckout').mockImplementation((request) => refused.openCheckout(request)),
    ];
    const caller = await customer(product);
    try {
      const answer = await caller.post<OrderAnswer>('/orders', order);
      expect([answer.status, answer.body]).toMatchObject([503, { code: 'payment_provider_unavailable' }]);
    } finally {
      spies.forEach((spy) => spy.mockRestore());
    }
    const placed = await caller.post<OrderAnswer>('/orders', order);
    expect(placed.body.paymentUrl).toContain('/checkout/');
  });

  test('paid: the order is settled, credits come once, an email confirms it, however often the event comes', async () => {
    const caller = await customer(product);
    const placed = await caller.post<OrderAnswer>('/orders', order);
    await payAtTheTill(placed.body.paymentUrl);
    await until('the order', async () =>
      (await caller.get<OrderAnswer>(`/orders/${placed.body.id}`)).body.status === 'paid' ? true : null,
    );
    const paid = product.stripe
      .events()
      .filter((event) => event.type === 'invoice.paid')
      .at(-1)!;
    await Promise.all(Array.from({ length: 10 }, () => product.stripe.resendEvent(paid.id)));
    await Promise.all([1, 2, 3].map(() => caller.post('/subscription/synchronise')));
    await product.stripe.webhooksSettled();
    expect((await caller.get<{ items: object[] }>('/credits/entries')).body.items).toMatchObject([
      { delta: 120, reason: 'plan_grant' },
    ]);
    const me = await caller.get<{ email: string }>('/me');
    const mails = await until('the confirmation', async () => {
      const all = (await (await fetch(`${product.mailbox.url}/messages?to=${me.body.email}`)).json()) as {
        subject: string;
        text: string;
        attachments: { name: string; type: string; content: string }[];
      }[];
      const found = all.filter((mail) => mail.subject.startsWith('Bestellbestätigung'));
      return found.length > 0 ? found : null;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain(inFrancs(PLAN_PRICES.starter));
    expect(mails[0]!.text).toContain('Hiermit widerrufe ich');
    expect(mails[0]!.attachments).toMatchObject([
      { name: expect.stringMatching(/^Bestellung-B-.*\.pdf$/), type: 'application/pdf' },
    ]);
    expect(Buffer.from(mails[0]!.attachments[0]!.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('is confirmed with the texts of its order and the next charge, however late, and whatever was published since', async () => {
    const caller = await customer(product);
    product.stripe.holdWebhooks();
    const placed = await caller.post<OrderAnswer>('/orders', order);
    const em = product.em();
    const [kept] = await em.execute<{ id: string; texts: { version: string }[] }[]>(
      'select t.id, t.texts from contract_text t join customer_order o on o.contract_text_id = t.id where o.id = ?',
      [placed.body.id],
    );
    expect(kept!.texts.map(({ version }) => version)).toEqual([facts.consents.terms, expect.any(String)]);
    // Everybody who orders under the same words shares their row.
    const other = await (await customer(product)).post<OrderAnswer>('/orders', order);
    const [shared] = await em.execute<{ id: string }[]>(
      'select contract_text_id as id from customer_order where id = ?',
      [other.body.id],
    );
    expect(shared!.id).toBe(kept!.id);
    // As an order has it that was placed under an earlier release.
    const earlier = randomUUID();
    await em.execute(
      `insert into contract_text (id, created_at, hash, texts) select ?, now(), ?, jsonb_set(texts, '{0,version}', '"2025-07"') from contract_text where id = ?`,
      [earlier, earlier, kept!.id],
    );
    await em.execute('update customer_order set contract_text_id = ? where id = ?', [earlier, placed.body.id]);
    await payAtTheTill(placed.body.paymentUrl);
    await caller.post('/subscription/synchronise');
    const { subscription } = (await caller.get<SubscriptionAnswer>('/subscription')).body;
    const me = await caller.get<{ email: string }>('/me');
    const [mail] = await emailsTo(product, me.body.email, /^Bestellbestätigung/);
    const day = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' });
    expect(mail!.text).toContain(
      `Nächste Abbuchung: ${inFrancs(PLAN_PRICES.starter)} am ${day.format(new Date(subscription!.currentPeriodEnd))}`,
    );
    expect(mail!.text).toContain('Fassung 2025-07');
    expect(mail!.text).not.toContain(`Allgemeine Geschäftsbedingungen\nFassung ${facts.consents.terms}`);
    await product.stripe.releaseWebhooks();
    await product.stripe.webhooksSettled();
  });

  test('without any webhook, synchronising once grants what is missing', async () => {
    const caller = await customer(product);
    product.stripe.holdWebhooks();
    const placed = await caller.post<OrderAnswer>('/orders', order);
    await payAtTheTill(placed.body.paymentUrl);
    expect((await caller.get('/me')).body).toMatchObject({ credits: 0 });
    expect((await caller.post('/subscription/synchronise')).body).toMatchObject({
      subscription: { planId: 'starter', status: 'active' },
    });
    expect((await caller.get('/me')).body).toMatchObject({ credits: 120 });
    await product.stripe.releaseWebhooks();
    await product.stripe.webhooksSettled();
    expect((await caller.get('/me')).body).toMatchObject({ credits: 120 });
  });

  test('a declined card grants nothing and leaves the order open', async () => {
    const caller = await customer(product);
    const placed = await caller.post<OrderAnswer>('/orders', order);
    await payAtTheTill(placed.body.paymentUrl, '4000 0000 0000 0002');
    await caller.post('/subscription/synchronise');
    expect((await caller.get<OrderAnswer>(`/orders/${placed.body.id}`)).body.status).toBe('pending');
    expect((await caller.get('/me')).body).toMatchObject({ credits: 0, hasActiveSubscription: false });
  });

  test('a subscriber cannot order twice, nor something smaller', async () => {
    const caller = await subscriber(product, 'professional');
    expect((await caller.post<OrderAnswer>('/orders', { ...order, planId: 'professional' })).body.code).toBe(
      'already_subscribed',
    );
    expect((await caller.post<OrderAnswer>('/orders', order)).body.code).toBe('downgrade_not_allowed');
  });

  test('a renewal grants the next month once', async () => {
    const caller = await subscriber(product, 'starter');
    await product.stripe.advance({ days: 32 });
    await until('the renewal', async () =>
      (await caller.get<{ credits: number }>('/me')).body.credits === 240 ? true : null,
    );
    await caller.post('/subscription/synchronise');
    expect((await caller.get<{ items: object[] }>('/credits/entries')).body.items).toHaveLength(2);
  });

  test('a stranger’s order answers like a missing one', async () => {
    const [owner, stranger] = [await customer(product), await customer(product)];
    const placed = await owner.post<OrderAnswer>('/orders', order);
    const [foreign, missing, malformed] = await Promise.all(
      [placed.body.id, randomUUID(), 'x'].map((id) => stranger.get(`/orders/${id}`)),
    );
    expect([foreign!.status, missing!.status, malformed!.status]).toEqual([404, 404, 404]);
    expect({ ...foreign!.body, requestId: '' }).toEqual({ ...missing!.body, requestId: '' });
  });
});

test('a checkout that is paid while the customer is being read is settled with the next reading, subscription and all', async () => {
  const caller = await customer(product);
  product.stripe.holdWebhooks();
  const placed = await caller.post<OrderAnswer>('/orders', order);
  const provider = product.api.get(PaymentProvider);
  const read = provider.readCustomer;
  provider.readCustomer = async (customerId) => {
    provider.readCustomer = read;
    const before = await read.call(provider, customerId);
    await payAtTheTill(placed.body.paymentUrl);
    return before;
  };
  await caller.post('/subscription/synchronise');
  expect((await caller.get<OrderAnswer>(`/orders/${placed.body.id}`)).body.status).toBe('pending');
  await caller.post('/subscription/synchronise');
  expect((await caller.get<OrderAnswer>(`/orders/${placed.body.id}`)).body.status).toBe('paid');
  expect((await caller.get(`/orders/${placed.body.id}/withdrawal`)).body).toMatchObject({
    refundRappen: PLAN_PRICES.starter,
    credits: 120,
  });
  await product.stripe.releaseWebhooks();
});
