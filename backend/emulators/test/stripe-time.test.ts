import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startStripeEmulator } from '../src/stripe/index.js';
import {
  clientFor,
  openSubscription,
  openTill,
  pay,
  secretKey,
  startReceiver,
  webhookSecret,
  type Till,
} from './stripe-world.js';

const day = 86_400;

async function buy(till: Till): Promise<{ subscription: Stripe.Subscription; customer: string }> {
  const { session, customer } = await openSubscription(till.stripe);
  await pay(session.url!);
  const done = await till.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  return { subscription: done.subscription as Stripe.Subscription, customer: customer.id };
}

function periodOf(subscription: Stripe.Subscription): [number, number] {
  const item = subscription.items.data[0]!;
  return [item.current_period_start, item.current_period_end];
}

describe('the clock', () => {
  let till: Till;
  beforeEach(async () => {
    till = await openTill();
  });
  afterEach(async () => {
    await till.stop();
    expect(till.objections, 'objections of the contract').toEqual([]);
  });

  it('renews a subscription at the end of each period, dated to that moment', async () => {
    const { subscription, customer } = await buy(till);
    const [, end] = periodOf(subscription);
    await till.emulator.setNow(new Date((end - 60) * 1000));
    expect((await till.stripe.invoices.list({ customer })).data).toHaveLength(1);
    await till.emulator.advance({ minutes: 2 });
    const renewed = await till.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(periodOf(renewed)[0]).toBe(end);
    const invoice = renewed.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      billing_reason: 'subscription_cycle',
      status: 'paid',
      amount_paid: 1790,
      created: end,
    });
    expect(invoice.lines.data[0]!.period).toEqual({ start: end, end: periodOf(renewed)[1] });
    await till.emulator.advance({ days: 62 });
    expect((await till.stripe.invoices.list({ customer })).data).toHaveLength(4);
    await till.emulator.webhooksSettled();
    expect(till.receiver.types().filter((type) => type === 'invoice.paid')).toHaveLength(4);
    expect(till.receiver.types().filter((type) => type === 'customer.subscription.updated')).toHaveLength(3);
  });

  it('bills a subscription of the 31st on the last day of shorter months', async () => {
    await till.emulator.setNow(new Date('2027-01-31T10:00:00Z'));
    const { subscription } = await buy(till);
    const starts = [new Date(periodOf(subscription)[1] * 1000)];
    for (let month = 0; month < 2; month++) {
      await till.emulator.setNow(new Date(starts.at(-1)!.getTime() + 1000));
      starts.push(new Date(periodOf(await till.stripe.subscriptions.retrieve(subscription.id))[1] * 1000));
    }
    expect(starts.map((date) => date.toISOString().slice(0, 10))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  });

  it('ends a cancelled subscription at the end of its period, and not when it was resumed', async () => {
    const { subscription, customer } = await buy(till);
    const [, end] = periodOf(subscription);
    const cancelled = await till.stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'too_expensive' },
    });
    expect(cancelled).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end });
    const resumed = await till.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    await till.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await till.emulator.setNow(new Date((end + 5) * 1000));
    expect(await till.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: end,
    });
    expect((await till.stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await till.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
    expect((await till.stripe.invoices.list({ customer })).data).toHaveLength(1);
    await till.emulator.webhooksSettled();
    expect(till.receiver.types()).toContain('customer.subscription.deleted');
  });

  it('cancels at once when told so', async () => {
    const { subscription } = await buy(till);
    expect(await till.stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' });
    await expect(till.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toThrow(
      /canceled/,
    );
    await expect(till.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('expires sessions, by time and by call', async () => {
    const { session } = await openSubscription(till.stripe);
    await till.emulator.advance({ hours: 25 });
    expect(await till.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
    const late = await pay(`${till.emulator.url}/checkout/${session.id}`);
    expect(late.status).toBe(410);
    expect(await late.text()).toContain('Diese Kasse ist abgelaufen');
    const { session: second } = await openSubscription(till.stripe);
    expect(await till.stripe.checkout.sessions.expire(second.id)).toMatchObject({ status: 'expired' });
    await expect(till.stripe.checkout.sessions.expire(second.id)).rejects.toThrow(/open/);
    await till.emulator.webhooksSettled();
    expect(till.receiver.types().filter((type) => type === 'checkout.session.expired')).toHaveLength(2);
  });

  it('can be moved by another process that knows the key', async () => {
    const before = till.emulator.now().getTime();
    const move = (key: string) =>
      fetch(`${till.emulator.url}/control/clock`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams({ days: '10' }),
      });
    expect((await move('sk_test_other')).status).toBe(401);
    expect((await move(secretKey)).status).toBe(200);
    expect(till.emulator.now().getTime() - before).toBeGreaterThanOrEqual(10 * day * 1000 - 1000);
  });
});

describe('webhooks', () => {
  let till: Till;
  beforeEach(async () => {
    till = await openTill();
  });
  afterEach(() => till.stop());

  it('are tried until the receiver takes them', async () => {
    till.receiver.answerWith(503);
    const customer = await till.stripe.customers.create({ email: 'a@b.ch' });
    const [event] = (await till.stripe.events.list({ type: 'customer.created' })).data;
    expect(event).toMatchObject({ pending_webhooks: 1 });
    till.receiver.answerWith(200);
    await till.emulator.webhooksSettled();
    expect(till.receiver.received.map((one) => (one.data.object as Stripe.Customer).id)).toEqual([customer.id]);
    expect((await till.stripe.events.retrieve(event!.id)).pending_webhooks).toBe(0);
  });

  it('can be lost, doubled and turned round', async () => {
    till.emulator.holdWebhooks();
    await buy(till);
    expect(till.receiver.received).toEqual([]);
    const held = till.emulator.events().map((event) => event.id);
    await till.emulator.releaseWebhooks((events) => [...events.slice(1).reverse(), events.at(-1)!]);
    await till.emulator.webhooksSettled();
    expect(till.receiver.received.map((event) => event.id)).toEqual([...held.slice(1).reverse(), held.at(-1)]);
    expect(await till.emulator.resendEvent(held[0]!)).toBe(true);
    expect(till.receiver.received.at(-1)!.id).toBe(held[0]);
  });

  it('carry the object as it was, whatever became of it', async () => {
    const customer = await till.stripe.customers.create({ email: 'a@b.ch' });
    await till.stripe.customers.update(customer.id, { email: 'c@d.ch' });
    const [updated, created] = (await till.stripe.events.list()).data;
    expect(created!.data.object).toMatchObject({ email: 'a@b.ch' });
    expect(updated!.data).toMatchObject({ object: { email: 'c@d.ch' }, previous_attributes: { email: 'a@b.ch' } });
    expect(updated!.request!.id).toMatch(/^req_/);
  });

  it('are refused by the library under another secret', async () => {
    await till.stripe.customers.create({ email: 'a@b.ch' });
    await till.emulator.webhooksSettled();
    const [payload] = till.receiver.payloads;
    const header = till.stripe.webhooks.generateTestHeaderString({ payload: payload!, secret: 'whsec_other' });
    expect(() => till.stripe.webhooks.constructEvent(payload!, header, webhookSecret)).toThrow(/signature/i);
  });
});

describe('a restart', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stripe-emulator-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('keeps objects, clock, idempotent answers and undelivered events', async () => {
    const receiver = await startReceiver();
    receiver.answerWith(500);
    const dataFile = join(folder, 'stripe', 'state.json');
    const first = await openTill({ dataFile }, receiver);
    await first.emulator.advance({ days: 3 });
    const { subscription } = await buy(first);
    const kept = await first.stripe.customers.create({ email: 'k@example.ch' }, { idempotencyKey: 'k' });
    const waiting = first.emulator.events().map((event) => event.id);
    await first.stop();

    receiver.answerWith(200);
    const second = await openTill({ dataFile }, receiver);
    expect(await second.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      metadata: { user: 'u1' },
    });
    expect((await second.stripe.customers.create({ email: 'k@example.ch' }, { idempotencyKey: 'k' })).id).toBe(kept.id);
    expect(second.emulator.now().getTime()).toBeGreaterThan(Date.now() + 2.9 * day * 1000);
    await second.emulator.webhooksSettled();
    expect(receiver.received.map((event) => event.id).sort()).toEqual([...waiting].sort());
    await second.stop();
    expect(second.objections).toEqual([]);
    expect(await readdir(join(folder, 'stripe'))).toEqual(['state.json']);
    await receiver.stop();
  });

  it('makes up for the periods that ended meanwhile', async () => {
    const dataFile = join(folder, 'state.json');
    const first = await openTill({ dataFile });
    const { customer } = await buy(first);
    await first.stop();
    const later = await openTill({ dataFile, now: () => new Date(Date.now() + 40 * day * 1000) });
    expect((await later.stripe.invoices.list({ customer })).data.map((one) => one.billing_reason)).toEqual([
      'subscription_cycle',
      'subscription_create',
    ]);
    await later.stop();
  });

  it('does not begin anew over a damaged file', async () => {
    const dataFile = join(folder, 'state.json');
    await writeFile(dataFile, '{"half":');
    const options = { dataFile, secretKey, webhookSecret, webhookUrl: 'http://127.0.0.1:9/' };
    await expect(startStripeEmulator(options)).rejects.toThrow(/state\.json cannot be read/);
  });

  it('keeps everything answered before a sudden end', async () => {
    const dataFile = join(folder, 'state.json');
    const first = await openTill({ dataFile });
    const customer = await first.stripe.customers.create({ email: 'a@b.ch' });
    // What is on disk the moment the answer is there: all that a killed process would leave.
    const left = join(folder, 'left.json');
    await copyFile(dataFile, left);
    const second = await openTill({ dataFile: left });
    expect((await clientFor(second.emulator).customers.retrieve(customer.id)).id).toBe(customer.id);
    await second.stop();
    await first.stop();
  });
});
