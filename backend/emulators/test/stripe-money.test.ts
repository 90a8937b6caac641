import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  answerBank,
  buyPack,
  buySubscription,
  card,
  monthlyPrice,
  moveTo,
  openPack,
  openSubscription,
  pay,
  startStripeWorld,
} from './stripe-world.js';

const till = startStripeWorld();

const day = 86_400;
const invoiceOf = (subscription: Stripe.Subscription) => subscription.latest_invoice as Stripe.Invoice;
const latest = (id: string) => till.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] });
const typesOf = (start: string) => till.receiver.types().filter((type) => type.startsWith(start));

async function toRenewal({ id }: Stripe.Subscription) {
  await moveTo(till, (await latest(id)).items.data[0]!.current_period_end + 1);
  return latest(id);
}

describe('a purchase', () => {
  it('of a subscription is active, paid once and told to the webhook', async () => {
    const { session, customer, price } = await openSubscription(till.stripe);
    const answers = await Promise.all([pay(session.url!), pay(session.url!), pay(session.url!)]);
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      answers.map(() => [303, `http://localhost:3000/bestellung?session=${session.id}`]),
    );
    const done = await till.stripe.checkout.sessions.retrieve(session.id, { expand: ['customer', 'invoice'] });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'order-1',
      metadata: { order: 'order-1' },
    });
    const subscription = await latest(String(done.subscription));
    expect(subscription).toMatchObject({
      status: 'active',
      customer: customer.id,
      metadata: { user: 'u1', plan: 'professional' },
      items: { data: [{ price: { id: price.id } }] },
      latest_invoice: {
        status: 'paid',
        billing_reason: 'subscription_create',
        amount_paid: 1790,
        parent: { subscription_details: { subscription: subscription.id } },
        payments: { data: [{ status: 'paid' }] },
      },
    });
    expect((await till.stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
    await till.emulator.webhooksSettled();
    const told = till.receiver.received.find(({ type }) => type === 'invoice.paid')!;
    expect(told).toMatchObject({
      api_version: '2026-10-28.endive',
      data: { object: { id: invoiceOf(subscription).id } },
    });
    expect(till.receiver.types()).toEqual(
      expect.arrayContaining(['checkout.session.completed', 'customer.subscription.created']),
    );
  });

  it('of a pack, with another card after a refused one, is one payment, an invoice and no subscription', async () => {
    const { session, customer } = await openPack(till);
    const poor = await pay(session.url!, card.poor, { name: 'Petra Muster' });
    expect(poor.status).toBe(402);
    const page = await poor.text();
    expect(page).toContain('Das Guthaben auf Ihrer Karte reicht nicht.');
    expect(page).toContain('value="Petra Muster"');
    expect(page).not.toContain('9995"');
    await pay(session.url!);
    const done = await till.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    const intent = done.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({ status: 'succeeded', amount: 1490, customer, metadata: { pack: 'm', user: 'u1' } });
    expect(done.subscription).toBeNull();
    const { data } = await till.stripe.charges.list({ payment_intent: intent.id });
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    expect((await till.stripe.invoices.list({ customer })).data).toMatchObject([
      { status: 'paid', total: 1490, billing_reason: 'manual', parent: null },
    ]);
  });

  it.each([
    ['number', { number: '4111 1111 1111 1111' }, 'Das ist keine Testkarte.'],
    ['expiry', { expiry: '01 / 20' }, 'Diese Karte ist abgelaufen.'],
    ['expiry', { expiry: '13 / 30' }, 'Geben Sie Monat und Jahr ein'],
    ['cvc', { cvc: 'x' }, 'Geben Sie drei Ziffern ein.'],
    ['name', { name: '' }, 'Geben Sie den Namen auf der Karte ein.'],
  ])('with a wrong %s %j is refused at its field', async (field, wrong, text) => {
    const { session } = await openPack(till);
    const answer = await pay(session.url!, card.good, wrong);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(new RegExp(`id="${field}-error">${text}`));
  });

  it('waits for the bank, which may say no first', async () => {
    const { session } = await openSubscription(till.stripe);
    const asked = await pay(session.url!, card.confirm);
    expect(asked.headers.get('location')).toBe(`/checkout/${session.id}/confirm`);
    await answerBank(session.url!, 'refuse');
    expect(await (await fetch(session.url!)).text()).toContain('Die Zahlung wurde nicht bestätigt.');
    expect((await till.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    await pay(session.url!, card.confirm);
    await answerBank(session.url!, 'accept');
    expect((await till.stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete');
    expect(await (await fetch(session.url!)).text()).toContain('Bereits bezahlt');
  });

  it('comes too late once its session expired, by time or by call', async () => {
    const { session } = await openSubscription(till.stripe);
    await till.emulator.advance({ hours: 25 });
    expect(await till.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
    const late = await pay(session.url!);
    expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('Diese Kasse ist abgelaufen')]);
    const { session: second } = await openSubscription(till.stripe);
    expect(await till.stripe.checkout.sessions.expire(second.id)).toMatchObject({ status: 'expired' });
    await expect(till.stripe.checkout.sessions.expire(second.id)).rejects.toThrow(/open/);
  });
});

describe('a renewal', () => {
  it('comes at the end of each period, dated to that moment, on the last day of shorter months', async () => {
    await moveTo(till, Date.parse('2027-01-31T10:00:00Z') / 1000);
    const { subscription, customer } = await buySubscription(till);
    const starts: string[] = [];
    for (let month = 0; month < 3; month++) {
      const renewed = await toRenewal(subscription);
      const { current_period_start: start } = renewed.items.data[0]!;
      expect(invoiceOf(renewed)).toMatchObject({
        billing_reason: 'subscription_cycle',
        status: 'paid',
        created: start,
      });
      starts.push(new Date(start * 1000).toISOString().slice(0, 10));
    }
    expect(starts).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
    expect((await till.stripe.invoices.list({ customer })).data).toHaveLength(4);
  });

  it('does not come once the end is wished for; that can be taken back', async () => {
    const { subscription, customer } = await buySubscription(till);
    const end = subscription.items.data[0]!.current_period_end;
    const change = (wish: boolean) => till.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: wish });
    expect(await change(true)).toMatchObject({ status: 'active', cancel_at: end });
    expect(await change(false)).toMatchObject({ cancel_at: null, canceled_at: null });
    await change(true);
    expect(await toRenewal(subscription)).toMatchObject({ status: 'canceled', ended_at: end });
    expect((await till.stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await till.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
    await expect(till.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(change(true)).rejects.toThrow(/canceled/);
  });

  it('that fails is tried again by the clock, and ends the subscription after the last try', async () => {
    const { subscription } = await buySubscription(till, card.failsLater);
    const first = await toRenewal(subscription);
    const { created } = invoiceOf(first);
    expect(first).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', attempt_count: 1, next_payment_attempt: created + 3 * day },
    });
    await till.emulator.advance({ days: 4 });
    expect(invoiceOf(await latest(subscription.id))).toMatchObject({
      attempt_count: 2,
      next_payment_attempt: created + 8 * day,
    });
    await till.emulator.advance({ days: 12 });
    expect(await latest(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: created + 15 * day,
      cancellation_details: { reason: 'payment_failed' },
      latest_invoice: { status: 'open', attempt_count: 4, next_payment_attempt: null },
    });
    await till.emulator.webhooksSettled();
    expect(typesOf('invoice.payment_failed')).toHaveLength(4);
    expect(typesOf('customer.subscription.deleted')).toHaveLength(1);
  });

  it('that failed is mended at its invoice by another card, which pays the next one too', async () => {
    const { subscription } = await buySubscription(till, card.failsLater);
    const url = invoiceOf(await toRenewal(subscription)).hosted_invoice_url!;
    expect((await pay(url, card.poor)).status).toBe(402);
    expect((await pay(url)).status).toBe(303);
    expect(await (await fetch(url)).text()).toContain('Bezahlt am');
    expect(await latest(subscription.id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
    expect(await toRenewal(subscription)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });

  it('that the bank asks about waits at its invoice for the customer', async () => {
    const { subscription } = await buySubscription(till, card.confirm);
    const asked = await toRenewal(subscription);
    expect(asked.status).toBe('past_due');
    const url = invoiceOf(asked).hosted_invoice_url!;
    expect(await (await fetch(url)).text()).toContain('Ihre Bank möchte die Zahlung bestätigt haben.');
    await answerBank(url, 'refuse');
    expect(await (await fetch(url)).text()).toContain('Die Zahlung wurde nicht bestätigt.');
    await pay(url, card.confirm);
    await answerBank(url, 'accept');
    expect(await latest(subscription.id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
    await till.emulator.webhooksSettled();
    expect(typesOf('invoice.payment_action_required')).not.toEqual([]);
  });
});

/** A subscription at CHF 17.90, ten days later, and what an upgrade to CHF 49.90 needs. */
async function tenDaysIn(number?: string) {
  const bought = await buySubscription(till, number);
  const price = await monthlyPrice(till, 'Business', 4990);
  await till.emulator.advance({ days: 10 });
  const item = bought.subscription.items.data[0]!;
  const date = Math.floor(till.emulator.now().getTime() / 1000);
  const change = { items: [{ id: item.id, price: price.id }], proration_date: date };
  const upgrade = (more: Partial<Stripe.SubscriptionUpdateParams> = {}) =>
    till.stripe.subscriptions.update(bought.subscription.id, {
      ...change,
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice.payments'],
      ...more,
    });
  const rest = (amount: number) =>
    Math.round((amount * (item.current_period_end - date)) / (item.current_period_end - item.current_period_start));
  return { ...bought, old: bought.price, price, item, change, upgrade, rest };
}

describe('an upgrade', () => {
  it('costs what the preview said, by the second, and is in force once paid', async () => {
    const { subscription, customer, change, old, price, item, upgrade, rest } = await tenDaysIn();
    const preview = await till.stripe.invoices.createPreview({
      customer,
      subscription: subscription.id,
      subscription_details: { ...change, proration_behavior: 'always_invoice' },
    });
    expect(preview).toMatchObject({ status: 'draft', number: null, amount_due: rest(4990) - rest(1790) });
    const done = await upgrade();
    expect(done).toMatchObject({
      status: 'active',
      pending_update: null,
      items: { data: [{ price: { id: price.id } }] },
    });
    expect(invoiceOf(done)).toMatchObject({ status: 'paid', amount_paid: preview.amount_due });
    expect(
      invoiceOf(done).lines.data.map((line) => [
        line.amount,
        line.pricing!.price_details!.price,
        line.parent!.subscription_item_details!.proration,
      ]),
    ).toEqual([
      [-rest(1790), old.id, true],
      [rest(4990), price.id, true],
    ]);
    const back = await till.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: old.id }],
      proration_behavior: 'none',
    });
    expect(back).toMatchObject({ latest_invoice: invoiceOf(done).id, items: { data: [{ price: { id: old.id } }] } });
    expect(invoiceOf(await toRenewal(subscription))).toMatchObject({ amount_paid: 1790 });
  });

  it('waits for a card that pays', async () => {
    const { subscription, upgrade, old, price } = await tenDaysIn(card.failsLater);
    const first = invoiceOf(await upgrade());
    const waiting = await upgrade();
    expect((await till.stripe.invoices.retrieve(first.id)).status).toBe('void');
    expect(waiting).toMatchObject({
      status: 'active',
      items: { data: [{ price: { id: old.id } }] },
      pending_update: { subscription_items: [{ price: { id: price.id } }] },
      latest_invoice: { status: 'open', next_payment_attempt: null },
    });
    expect((await pay(invoiceOf(waiting).hosted_invoice_url!)).status).toBe(303);
    const paid = { pending_update: null, items: { data: [{ price: { id: price.id } }] } };
    expect(await latest(subscription.id)).toMatchObject(paid);
    await till.emulator.advance({ hours: 30 });
    expect(await latest(subscription.id)).toMatchObject(paid);
    await till.emulator.webhooksSettled();
    expect(typesOf('customer.subscription.pending_update')).toEqual(['customer.subscription.pending_update_applied']);
  });

  it('waits for the bank, and lapses after 23 hours', async () => {
    const { subscription, upgrade, old } = await tenDaysIn(card.confirm);
    const { hosted_invoice_url: url, id } = invoiceOf(await upgrade());
    await answerBank(url!, 'refuse');
    await till.emulator.advance({ hours: 22 });
    expect((await latest(subscription.id)).pending_update).not.toBeNull();
    await till.emulator.advance({ hours: 2 });
    expect(await latest(subscription.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { id: old.id } }] },
    });
    expect(await (await fetch(url!)).text()).toContain('Storniert.');
    await answerBank(url!, 'accept');
    expect((await till.stripe.invoices.retrieve(id)).status).toBe('void');
    await till.emulator.webhooksSettled();
    expect(typesOf('customer.subscription.pending_update')).toEqual(['customer.subscription.pending_update_expired']);
  });

  it.each([
    ['cancel_at_period_end', { cancel_at_period_end: false }],
    ['items[0][id]', { items: [{ id: 'si_other', price: 'price_x' }] }],
    ['proration_date', { proration_date: 1 }],
    ['payment_behavior', { payment_behavior: undefined }],
  ])('is refused at %s, and changes nothing', async (param, wrong) => {
    const { subscription, upgrade } = await tenDaysIn();
    await expect(upgrade(wrong as Partial<Stripe.SubscriptionUpdateParams>)).rejects.toMatchObject({ param });
    expect(invoiceOf(await latest(subscription.id)).id).toBe(subscription.latest_invoice);
  });

  it('to a cheaper price leaves a credit that the next bill uses up', async () => {
    const { subscription, upgrade, item } = await tenDaysIn();
    const cheap = await monthlyPrice(till, 'Mini', 990);
    const invoice = invoiceOf(await upgrade({ items: [{ id: item.id, price: cheap.id }] }));
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0, ending_balance: invoice.total });
    expect(invoiceOf(await toRenewal(subscription))).toMatchObject({
      total: 990,
      amount_paid: 990 + invoice.total,
      ending_balance: 0,
    });
  });
});

describe('a refund', () => {
  it('gives back a part, then the rest, and never more; it can fail afterwards', async () => {
    const { intent } = await buyPack(till);
    const charge = String(intent.latest_charge);
    const part = await till.stripe.refunds.create({
      payment_intent: intent.id,
      amount: 500,
      metadata: { order: 'o1' },
    });
    expect(part).toMatchObject({ status: 'succeeded', amount: 500, metadata: { order: 'o1' } });
    await expect(till.stripe.refunds.create({ charge, amount: 991 })).rejects.toMatchObject({ param: 'amount' });
    const rest = await till.stripe.refunds.create({ charge });
    expect(await till.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1490, refunded: true });
    await expect(till.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    await till.emulator.failRefund(rest.id);
    await expect(till.emulator.failRefund(rest.id)).rejects.toThrow(/could fail/);
    expect(await till.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 500, refunded: false });
    expect((await till.stripe.refunds.list({ payment_intent: intent.id })).data.map(({ status }) => status)).toEqual([
      'failed',
      'succeeded',
    ]);
    await till.emulator.webhooksSettled();
    expect(new Set(typesOf('refund.'))).toEqual(new Set(['refund.created', 'refund.updated', 'refund.failed']));
  });

  it('is refused for what took no money', async () => {
    const { session, customer } = await openPack(till);
    await pay(session.url!, card.declined);
    const [charge] = (await till.stripe.charges.list({ customer })).data;
    const refused: [Stripe.RefundCreateParams, object][] = [
      [{ charge: charge!.id }, { param: 'charge' }],
      [{ payment_intent: String(charge!.payment_intent) }, { param: 'payment_intent' }],
      [{}, { code: 'parameter_missing' }],
      [{ charge: 'ch_nothing' }, { code: 'resource_missing' }],
    ];
    for (const [params, error] of refused)
      await expect(till.stripe.refunds.create(params)).rejects.toMatchObject(error);
  });
});

describe('a dispute', () => {
  it.each(['won', 'lost'] as const)('bars refunds until it is %s', async (outcome) => {
    const { intent } = await buyPack(till);
    const charge = String(intent.latest_charge);
    await till.emulator.dispute(charge);
    await expect(till.emulator.dispute(charge)).rejects.toThrow(/disputed/);
    await expect(till.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
    const [open] = (await till.stripe.disputes.list({ charge })).data;
    expect(open).toMatchObject({ amount: 1490, payment_intent: intent.id, status: 'needs_response' });
    await till.emulator.closeDispute(open!.id, outcome);
    await expect(till.emulator.closeDispute(charge, outcome)).rejects.toThrow(/no open dispute/);
    const [closed] = (await till.stripe.disputes.list({ charge })).data;
    expect(closed!.status).toBe(outcome);
    expect(closed!.balance_transactions.map(({ amount }) => amount)).toEqual(
      outcome === 'won' ? [-1490, 1490] : [-1490],
    );
    expect(await till.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true, amount_refunded: 0 });
    const again = till.stripe.refunds.create({ charge });
    if (outcome === 'won') expect((await again).amount).toBe(1490);
    else await expect(again).rejects.toMatchObject({ code: 'charge_disputed' });
    await till.emulator.webhooksSettled();
    expect(typesOf('charge.dispute.')).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      ...(outcome === 'won' ? ['charge.dispute.funds_reinstated'] : []),
    ]);
  });
});
