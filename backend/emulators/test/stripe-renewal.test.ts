import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerBank, buyPack, buySubscription, card, openTill, pay, type Till } from './stripe-world.js';

let till: Till;

beforeEach(async () => {
  till = await openTill();
});

afterEach(async () => {
  await till.stop();
  expect(till.objections, 'objections of the contract').toEqual([]);
});

async function toRenewal(subscription: Stripe.Subscription): Promise<void> {
  await till.emulator.setNow(new Date((subscription.items.data[0]!.current_period_end + 1) * 1000));
}

async function newest(
  subscription: Stripe.Subscription,
): Promise<{ subscription: Stripe.Subscription; invoice: Stripe.Invoice }> {
  const found = await till.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice.payments'] });
  return { subscription: found, invoice: found.latest_invoice as Stripe.Invoice };
}

describe('a renewal that fails', () => {
  it('leaves the invoice open and the subscription past due, tries again by the clock and ends after the last try', async () => {
    const { subscription } = await buySubscription(till, card.failsLater);
    await toRenewal(subscription);
    const first = await newest(subscription);
    expect(first.subscription.status).toBe('past_due');
    expect(first.subscription.items.data[0]!.current_period_start).toBe(subscription.items.data[0]!.current_period_end);
    expect(first.invoice).toMatchObject({
      status: 'open',
      billing_reason: 'subscription_cycle',
      attempt_count: 1,
      attempted: true,
      amount_remaining: 1790,
    });
    expect(first.invoice.next_payment_attempt).toBe(first.invoice.created + 3 * 86_400);
    expect(first.invoice.payments!.data[0]).toMatchObject({ status: 'open', amount_paid: null });
    await till.emulator.advance({ days: 4 });
    expect((await newest(subscription)).invoice).toMatchObject({
      attempt_count: 2,
      next_payment_attempt: first.invoice.created + 8 * 86_400,
    });
    await till.emulator.advance({ days: 12 });
    const last = await newest(subscription);
    expect(last.subscription).toMatchObject({
      status: 'canceled',
      ended_at: first.invoice.created + 15 * 86_400,
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(last.invoice).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
    await till.emulator.webhooksSettled();
    expect(till.receiver.types().filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(till.receiver.types().filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1);
    expect(till.receiver.types()).not.toContain('invoice.voided');
  });

  it('stays unpaid where it is configured so, and runs again once paid', async () => {
    const own = await openTill({ retries: { afterDays: [1], afterwards: 'unpaid' } });
    const { subscription } = await buySubscription(own, card.failsLater);
    await own.emulator.setNow(new Date((subscription.items.data[0]!.current_period_end + 90_000) * 1000));
    const unpaid = await own.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(unpaid.status).toBe('unpaid');
    await pay((unpaid.latest_invoice as Stripe.Invoice).hosted_invoice_url!);
    expect((await own.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    await own.stop();
    expect(own.objections).toEqual([]);
  });

  it('is mended by another card at the invoice, which pays the next periods too', async () => {
    const { subscription, customer } = await buySubscription(till, card.failsLater);
    await toRenewal(subscription);
    const url = (await newest(subscription)).invoice.hosted_invoice_url!;
    expect(await (await fetch(url)).text()).toContain('CHF 17.90 bezahlen');
    const poor = await pay(url, card.poor);
    expect(poor.status).toBe(402);
    expect(await poor.text()).toContain('Das Guthaben auf Ihrer Karte reicht nicht.');
    expect((await pay(url)).status).toBe(303);
    expect(await (await fetch(url)).text()).toContain('Bezahlt am');
    expect((await pay(url)).status).toBe(303);
    const mended = await newest(subscription);
    expect(mended.subscription.status).toBe('active');
    expect(mended.invoice).toMatchObject({ status: 'paid', amount_paid: 1790, next_payment_attempt: null });
    expect(mended.invoice.payments!.data[0]).toMatchObject({ status: 'paid', amount_paid: 1790 });
    await till.emulator.setNow(new Date((mended.subscription.items.data[0]!.current_period_end + 1) * 1000));
    expect((await newest(subscription)).invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_cycle',
    });
    const paid = (await till.stripe.charges.list({ customer })).data.filter((charge) => charge.paid);
    expect(paid).toHaveLength(3);
    await till.emulator.webhooksSettled();
    expect(
      till.receiver.received
        .filter((event) => event.type === 'customer.subscription.updated')
        .map((event) => event.data.previous_attributes),
    ).toContainEqual({ status: 'past_due' });
  });

  it('does not try again what was paid meanwhile', async () => {
    const { subscription } = await buySubscription(till, card.failsLater);
    await toRenewal(subscription);
    await pay((await newest(subscription)).invoice.hosted_invoice_url!);
    await till.emulator.advance({ days: 16 });
    const after = await newest(subscription);
    expect(after.subscription.status).toBe('active');
    expect(after.invoice).toMatchObject({ status: 'paid', attempt_count: 2 });
  });
});

describe('a renewal that is not tried again', () => {
  it('ends the subscription at once, and its invoice can still be paid', async () => {
    const own = await openTill({ retries: { afterDays: [], afterwards: 'canceled' } });
    const { subscription } = await buySubscription(own, card.failsLater);
    await own.emulator.setNow(new Date((subscription.items.data[0]!.current_period_end + 1) * 1000));
    const ended = await own.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(ended).toMatchObject({ status: 'canceled', latest_invoice: { status: 'open' } });
    await pay((ended.latest_invoice as Stripe.Invoice).hosted_invoice_url!);
    const after = await own.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(after).toMatchObject({ status: 'canceled', latest_invoice: { status: 'paid' } });
    await own.emulator.webhooksSettled();
    expect(own.receiver.types().filter((type) => type.startsWith('customer.subscription.'))).toEqual([
      'customer.subscription.created',
      'customer.subscription.deleted',
    ]);
    await own.stop();
    expect(own.objections).toEqual([]);
  });
});

describe('a renewal the bank asks about', () => {
  it('waits at the invoice for the customer, who may refuse and then confirm', async () => {
    const { subscription } = await buySubscription(till, card.confirm);
    await toRenewal(subscription);
    const asked = await newest(subscription);
    expect(asked.subscription.status).toBe('past_due');
    const url = asked.invoice.hosted_invoice_url!;
    expect(await (await fetch(url)).text()).toContain('Ihre Bank möchte die Zahlung bestätigt haben.');
    expect((await answerBank(url, 'refuse')).headers.get('location')).toBe(`/invoices/${asked.invoice.id}`);
    expect(await (await fetch(url)).text()).toContain('Die Zahlung wurde nicht bestätigt.');
    expect((await pay(url, card.confirm)).headers.get('location')).toBe(`/invoices/${asked.invoice.id}/confirm`);
    await answerBank(url, 'accept');
    const done = await newest(subscription);
    expect(done.subscription.status).toBe('active');
    expect(done.invoice).toMatchObject({ status: 'paid', next_payment_attempt: null });
    await till.emulator.webhooksSettled();
    expect(till.receiver.types()).toEqual(
      expect.arrayContaining([
        'invoice.payment_action_required',
        'payment_intent.requires_action',
        'invoice.payment_failed',
      ]),
    );
    expect(till.receiver.types().filter((type) => type === 'invoice.paid')).toHaveLength(2);
  });

  it('goes through alone with a card set up for that', async () => {
    const { subscription } = await buySubscription(till, card.confirmOnce);
    await toRenewal(subscription);
    expect(await newest(subscription)).toMatchObject({
      subscription: { status: 'active' },
      invoice: { status: 'paid', billing_reason: 'subscription_cycle' },
    });
  });
});

describe('a restart', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stripe-emulator-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('keeps what waits: retries, pending changes, refunds', async () => {
    const dataFile = join(folder, 'state.json');
    const first = await openTill({ dataFile });
    const failing = await buySubscription(first, card.failsLater);
    await first.emulator.setNow(new Date((failing.subscription.items.data[0]!.current_period_end + 1) * 1000));
    const asked = await buySubscription(first, card.confirm);
    const dear = await first.stripe.prices.create({
      currency: 'chf',
      unit_amount: 9990,
      recurring: { interval: 'month' },
      product_data: { name: 'Business' },
    });
    await first.stripe.subscriptions.update(asked.subscription.id, {
      items: [{ id: asked.subscription.items.data[0]!.id, price: dear.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    const refund = await first.stripe.refunds.create({ payment_intent: (await buyPack(first)).intent.id });
    await first.stop();

    const second = await openTill({ dataFile });
    expect((await second.stripe.refunds.retrieve(refund.id)).amount).toBe(1490);
    const waiting = await second.stripe.subscriptions.retrieve(asked.subscription.id, { expand: ['latest_invoice'] });
    expect(waiting.pending_update!.subscription_items![0]!.price.id).toBe(dear.id);
    await answerBank(
      (waiting.latest_invoice as Stripe.Invoice).hosted_invoice_url!.replace(/^http:\/\/[^/]+/, second.emulator.url),
      'accept',
    );
    expect((await second.stripe.subscriptions.retrieve(asked.subscription.id)).items.data[0]!.price.id).toBe(dear.id);
    await second.emulator.advance({ days: 16 });
    expect((await second.stripe.subscriptions.retrieve(failing.subscription.id)).status).toBe('canceled');
    await second.stop();
    expect([...first.objections, ...second.objections]).toEqual([]);
  });

  it('opens a file from before there were refunds, disputes and portals', async () => {
    const dataFile = join(folder, 'state.json');
    const first = await openTill({ dataFile });
    const { subscription, customer } = await buySubscription(first);
    const { intent } = await buyPack(first);
    await first.stop();
    const { refunds, disputes, portalSessions, ...old } = JSON.parse(await readFile(dataFile, 'utf8')) as Record<
      string,
      unknown
    >;
    expect([refunds, disputes, portalSessions]).toEqual([[], [], []]);
    await writeFile(dataFile, JSON.stringify(old));
    const second = await openTill({ dataFile });
    await second.emulator.advance({ days: 32 });
    expect(
      (await second.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).latest_invoice,
    ).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' });
    expect((await second.stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(1490);
    expect((await second.stripe.billingPortal.sessions.create({ customer })).id).toMatch(/^bps_/);
    await second.stop();
    expect(second.objections).toEqual([]);
  });
});
