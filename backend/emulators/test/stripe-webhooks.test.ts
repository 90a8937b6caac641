import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerBank,
  buyPack,
  buySubscription,
  card,
  monthlyPrice,
  moveTo,
  openTill,
  secretKey,
  startReceiver,
  startStripeWorld,
  webhookSecret,
} from './stripe-world.js';

describe('webhooks', () => {
  const till = startStripeWorld();

  it('are tried until the receiver takes them, and refused by the library under another secret', async () => {
    till.receiver.answerWith(503);
    const customer = await till.stripe.customers.create({ email: 'a@b.ch' });
    till.receiver.answerWith(200);
    await till.emulator.webhooksSettled();
    expect(till.receiver.received.map((one) => (one.data.object as Stripe.Customer).id)).toEqual([customer.id]);
    const [payload] = till.receiver.payloads;
    const header = till.stripe.webhooks.generateTestHeaderString({ payload: payload!, secret: 'whsec_other' });
    expect(() => till.stripe.webhooks.constructEvent(payload!, header, webhookSecret)).toThrow(/signature/i);
  });

  it('can be held, lost, doubled and turned round', async () => {
    till.emulator.holdWebhooks();
    await buySubscription(till);
    expect(till.receiver.received).toEqual([]);
    const held = till.emulator.events().map((event) => event.id);
    await till.emulator.releaseWebhooks((events) => [...events.slice(1).reverse(), events.at(-1)!]);
    await till.emulator.webhooksSettled();
    expect(till.receiver.received.map((event) => event.id)).toEqual([...held.slice(1).reverse(), held.at(-1)]);
    expect(await till.emulator.resendEvent(held[0]!)).toBe(true);
    expect(till.receiver.received.at(-1)!.id).toBe(held[0]);
  });

  it('are sent of the types the endpoint names alone; the others are kept and can be sent', async () => {
    const enabledEvents = ['checkout.session.completed', 'invoice.paid'];
    const choosy = await openTill({ enabledEvents });
    try {
      await buySubscription(choosy);
      await choosy.emulator.webhooksSettled();
      expect(choosy.receiver.received.map(({ type }) => type).toSorted()).toEqual(enabledEvents);
      const other = choosy.emulator.events().find(({ type }) => type === 'customer.created')!;
      expect(other.pending_webhooks).toBe(0);
      expect(await choosy.emulator.resendEvent(other.id)).toBe(true);
      expect(choosy.receiver.received.at(-1)!.id).toBe(other.id);
    } finally {
      await choosy.stop();
    }
  });

  it('carry the object as it was, whatever became of it', async () => {
    const { product } = await monthlyPrice(till, 'Starter', 990);
    await till.stripe.products.update(String(product), { name: 'Mini' });
    const [created, , updated] = till.emulator.events();
    expect(created!.data.object).toMatchObject({ name: 'Starter' });
    expect(updated!.data).toMatchObject({ object: { name: 'Mini' }, previous_attributes: { name: 'Starter' } });
    expect(updated!.request!.id).toMatch(/^req_/);
  });
});

describe('the controls over HTTP', () => {
  const till = startStripeWorld();
  const control = async (what: string, form: Record<string, string>, key = secretKey) => {
    const headers = { authorization: `Bearer ${key}` };
    const body = new URLSearchParams(form);
    return (await fetch(`${till.emulator.url}/control/${what}`, { method: 'POST', headers, body })).status;
  };

  it('move the clock, let refunds fail, and refuse strangers and nonsense', async () => {
    const { intent } = await buyPack(till);
    const { id: refund } = await till.stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    const before = till.emulator.now().getTime();
    expect(await control('clock', { days: '10' })).toBe(200);
    expect(till.emulator.now().getTime() - before).toBeGreaterThanOrEqual(10 * 86_400_000 - 1000);
    expect(await control('refunds/fail', { refund })).toBe(200);
    expect(await control('refunds/fail', { refund })).toBe(400);
    expect(await control('clock', { days: 'many' })).toBe(400);
    expect(await control('clock', { days: '1' }, 'sk_test_other')).toBe(401);
    expect(await control('unicorns', {})).toBe(404);
  });
});

describe('a restart', () => {
  let folder: string;
  let dataFile: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stripe-emulator-'));
    dataFile = join(folder, 'stripe', 'state.json');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('keeps objects, clock, idempotent answers and undelivered events, also after a sudden end', async () => {
    const receiver = await startReceiver();
    receiver.answerWith(500);
    const first = await openTill({ dataFile }, receiver);
    await first.emulator.advance({ days: 3 });
    const { subscription } = await buySubscription(first);
    const kept = await first.stripe.customers.create({ email: 'k@example.ch' }, { idempotencyKey: 'k' });
    const waiting = first.emulator.events().map((event) => event.id);
    // What is on disk the moment the answer is there: all that a killed process would leave.
    const left = await readFile(dataFile);
    await first.stop();
    await writeFile(dataFile, left);

    receiver.answerWith(200);
    const second = await openTill({ dataFile }, receiver);
    expect(await second.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      metadata: { user: 'u1' },
    });
    expect((await second.stripe.customers.create({ email: 'k@example.ch' }, { idempotencyKey: 'k' })).id).toBe(kept.id);
    expect(second.emulator.now().getTime()).toBeGreaterThan(Date.now() + 2.9 * 86_400_000);
    await second.emulator.webhooksSettled();
    expect(receiver.received.map((event) => event.id).sort()).toEqual([...waiting].sort());
    await second.stop();
    await receiver.stop();
  });

  it('keeps what waits: retries, pending changes, refunds', async () => {
    const first = await openTill({ dataFile });
    const failing = await buySubscription(first, card.failsLater);
    await moveTo(first, failing.subscription.items.data[0]!.current_period_end + 1);
    const asked = await buySubscription(first, card.confirm);
    const dear = await monthlyPrice(first, 'Business', 9990);
    await first.stripe.subscriptions.update(asked.subscription.id, {
      items: [{ id: asked.subscription.items.data[0]!.id, price: dear.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    await first.stop();

    const second = await openTill({ dataFile, port: first.emulator.port });
    const waiting = await second.stripe.subscriptions.retrieve(asked.subscription.id, { expand: ['latest_invoice'] });
    await answerBank((waiting.latest_invoice as Stripe.Invoice).hosted_invoice_url!, 'accept');
    expect((await second.stripe.subscriptions.retrieve(asked.subscription.id)).items.data[0]!.price.id).toBe(dear.id);
    await second.emulator.advance({ days: 16 });
    expect((await second.stripe.subscriptions.retrieve(failing.subscription.id)).status).toBe('canceled');
    await second.stop();
  });

  it('opens a file from before there were refunds, disputes and portals, and none that is damaged', async () => {
    const first = await openTill({ dataFile });
    const { intent, customer } = await buyPack(first);
    await first.stop();
    const { refunds, disputes, portalConfigurations, portalSessions, ...old } = JSON.parse(
      await readFile(dataFile, 'utf8'),
    ) as Record<string, unknown>;
    expect([refunds, disputes, portalConfigurations, portalSessions]).toEqual([[], [], [], []]);
    await writeFile(dataFile, JSON.stringify(old));
    const second = await openTill({ dataFile });
    expect((await second.stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(1490);
    const { id: configuration } = await second.stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    });
    expect((await second.stripe.billingPortal.sessions.create({ customer, configuration })).id).toMatch(/^bps_/);
    await second.stop();
    await writeFile(dataFile, '{"half":');
    await expect(openTill({ dataFile })).rejects.toThrow(/state\.json cannot be read/);
  });
});
