import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buyPack, buySubscription, card, openPack, openTill, pay, secretKey, type Till } from './stripe-world.js';

let till: Till;

beforeEach(async () => {
  till = await openTill();
});

afterEach(async () => {
  await till.stop();
  expect(till.objections, 'objections of the contract').toEqual([]);
});

describe('a pack', () => {
  it('is charged once with its own metadata and told to the webhook', async () => {
    const { session, intent, customer } = await buyPack(till);
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 1490,
      customer,
      subscription: null,
    });
    expect(intent).toMatchObject({ status: 'succeeded', amount: 1490, customer, metadata: { pack: 'm', user: 'u1' } });
    const [invoice] = (await till.stripe.invoices.list({ customer })).data;
    expect(invoice).toMatchObject({ status: 'paid', total: 1490, billing_reason: 'manual', parent: null });
    expect(
      (await till.stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent.id } }))
        .data[0],
    ).toMatchObject({ invoice: invoice!.id, status: 'paid', amount_paid: 1490 });
    expect((await fetch(invoice!.hosted_invoice_url!)).status).toBe(200);
    await till.emulator.webhooksSettled();
    expect(till.receiver.types()).toEqual(
      expect.arrayContaining([
        'payment_intent.created',
        'charge.succeeded',
        'payment_intent.succeeded',
        'checkout.session.completed',
      ]),
    );
  });

  it('is bought after a refused card with another one, by the same payment', async () => {
    const { session } = await openPack(till);
    const poor = await pay(session.url!, card.poor, { name: 'Petra Muster' });
    expect(poor.status).toBe(402);
    const page = await poor.text();
    expect(page).toContain('Das Guthaben auf Ihrer Karte reicht nicht.');
    expect(page).toContain('value="Petra Muster"');
    expect(page).not.toContain('9995"');
    const [waiting] = (await till.stripe.paymentIntents.list()).data;
    expect(waiting).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    await pay(session.url!);
    expect(await till.stripe.paymentIntents.retrieve(waiting!.id)).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    });
    expect(
      (await till.stripe.charges.list({ payment_intent: waiting!.id })).data.map((charge) => charge.status),
    ).toEqual(['succeeded', 'failed']);
  });
});

describe('a refund', () => {
  it('gives back a part, then the rest, and never more', async () => {
    const { intent } = await buyPack(till);
    const refund = await till.stripe.refunds.create(
      { payment_intent: intent.id, amount: 500, reason: 'requested_by_customer', metadata: { order: 'o1' } },
      { idempotencyKey: 'r1' },
    );
    expect(
      (
        await till.stripe.refunds.create(
          { payment_intent: intent.id, amount: 500, reason: 'requested_by_customer', metadata: { order: 'o1' } },
          { idempotencyKey: 'r1' },
        )
      ).id,
    ).toBe(refund.id);
    expect(refund).toMatchObject({
      status: 'succeeded',
      amount: 500,
      currency: 'chf',
      payment_intent: intent.id,
      metadata: { order: 'o1' },
    });
    const charge = String(intent.latest_charge);
    await expect(till.stripe.refunds.create({ charge, amount: 991 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    expect(await till.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 500, refunded: false });
    expect(await till.stripe.refunds.create({ charge })).toMatchObject({ amount: 990 });
    const done = await till.stripe.charges.retrieve(charge, { expand: ['refunds'] });
    expect(done).toMatchObject({ amount_refunded: 1490, refunded: true });
    expect(done.refunds!.data.map((one) => one.amount)).toEqual([990, 500]);
    await expect(till.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await till.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2);
    await till.emulator.webhooksSettled();
    const told = till.receiver.received
      .filter((event) => event.type === 'charge.refunded')
      .map((event) => event.data.object.amount_refunded);
    expect(told).toEqual([500, 1490]);
    expect(till.receiver.types()).toEqual(expect.arrayContaining(['refund.created', 'refund.updated']));
  });

  it('works for the invoice of a subscription, found by its payment', async () => {
    const { subscription } = await buySubscription(till);
    const [payment] = (await till.stripe.invoicePayments.list({ invoice: String(subscription.latest_invoice) })).data;
    expect(await till.stripe.refunds.create({ payment_intent: String(payment!.payment.payment_intent) })).toMatchObject(
      { amount: 1790 },
    );
  });

  it('is refused for what took no money', async () => {
    const { session } = await openPack(till);
    await pay(session.url!, card.declined);
    const [charge] = (await till.stripe.charges.list()).data;
    await expect(till.stripe.refunds.create({ charge: charge!.id })).rejects.toMatchObject({ param: 'charge' });
    await expect(till.stripe.refunds.create({ payment_intent: String(charge!.payment_intent) })).rejects.toMatchObject({
      param: 'payment_intent',
    });
    await expect(till.stripe.refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' });
    await expect(till.stripe.refunds.create({ charge: 'ch_nothing' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  it('can fail afterwards, and the money is ours again', async () => {
    const { intent } = await buyPack(till);
    const refund = await till.stripe.refunds.create({ payment_intent: intent.id });
    await till.emulator.failRefund(refund.id);
    expect(await till.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await till.stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
    await expect(till.emulator.failRefund(refund.id)).rejects.toThrow(/could fail/);
    await till.emulator.webhooksSettled();
    expect(till.receiver.types()).toContain('refund.failed');
  });
});

describe('a dispute', () => {
  it('is told once and bars refunds', async () => {
    const { intent } = await buyPack(till);
    const charge = String(intent.latest_charge);
    await till.emulator.dispute(charge);
    await expect(till.emulator.dispute(charge)).rejects.toThrow(/disputed/);
    expect(await till.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
    await expect(till.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
    await till.emulator.webhooksSettled();
    const told = till.receiver.received
      .filter((event) => event.type === 'charge.dispute.created')
      .map((event) => event.data.object);
    expect(told).toMatchObject([{ charge, amount: 1490, payment_intent: intent.id, status: 'needs_response' }]);
    expect(till.receiver.types().filter((type) => type.startsWith('charge.dispute.'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
  });

  const movements = (dispute: Stripe.Dispute) => dispute.balance_transactions.map((one) => one.amount);
  const openDispute = async () => {
    const { intent, customer } = await buyPack(till);
    const charge = String(intent.latest_charge);
    await till.emulator.dispute(charge);
    const [dispute] = (await till.stripe.disputes.list({ charge })).data;
    return { charge, intent, customer, dispute: dispute! };
  };

  it('is found by its id, charge, payment and date, in pages', async () => {
    const first = await openDispute();
    await till.emulator.advance({ days: 1 });
    const second = await openDispute();
    const ids = async (params: Stripe.DisputeListParams) =>
      (await till.stripe.disputes.list(params)).data.map((one) => one.id);
    expect(await ids({})).toEqual([second.dispute.id, first.dispute.id]);
    expect(await ids({ charge: first.charge })).toEqual([first.dispute.id]);
    expect(await ids({ payment_intent: second.intent.id })).toEqual([second.dispute.id]);
    expect(await ids({ created: { gt: first.dispute.created } })).toEqual([second.dispute.id]);
    expect(await ids({ charge: 'ch_nothing' })).toEqual([]);
    const page = await till.stripe.disputes.list({ limit: 1 });
    expect(page).toMatchObject({ has_more: true, url: '/v1/disputes' });
    expect(await ids({ starting_after: page.data[0]!.id })).toEqual([first.dispute.id]);
    const found = await till.stripe.disputes.retrieve(first.dispute.id, { expand: ['charge'] });
    expect(found).toMatchObject({
      amount: 1490,
      currency: 'chf',
      status: 'needs_response',
      charge: { id: first.charge, disputed: true },
    });
    expect(movements(found)).toEqual([-1490]);
    await expect(till.stripe.disputes.retrieve('dp_nothing')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(
      (
        await fetch(`${till.emulator.url}/v1/disputes?customer=x`, {
          headers: { authorization: `Bearer ${secretKey}` },
        })
      ).status,
    ).toBe(400);
  });

  it('that is won gives the money back, and it may be refunded again', async () => {
    const { charge, dispute } = await openDispute();
    await till.emulator.closeDispute(charge, 'won');
    const won = await till.stripe.disputes.retrieve(dispute.id);
    expect(won.status).toBe('won');
    expect(movements(won)).toEqual([-1490, 1490]);
    expect(await till.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true, amount_refunded: 0 });
    await expect(till.emulator.closeDispute(charge, 'lost')).rejects.toThrow(/no open dispute/);
    expect((await till.stripe.refunds.create({ charge })).amount).toBe(1490);
    await till.emulator.webhooksSettled();
    expect(till.receiver.types().filter((type) => type.startsWith('charge.dispute.'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
    const closed = till.receiver.received.find((event) => event.type === 'charge.dispute.closed')!.data.object;
    expect(closed).toMatchObject({ id: dispute.id, charge, status: 'won' });
  });

  it('that is lost, named by its own id, keeps the money away for good', async () => {
    const { charge, dispute } = await openDispute();
    await till.emulator.closeDispute(dispute.id, 'lost');
    const [lost] = (await till.stripe.disputes.list({ charge })).data;
    expect(lost!.status).toBe('lost');
    expect(movements(lost!)).toEqual([-1490]);
    await expect(till.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
    await expect(till.emulator.closeDispute('dp_nothing', 'lost')).rejects.toThrow(/no open dispute/);
    await till.emulator.webhooksSettled();
    expect(till.receiver.types()).toContain('charge.dispute.closed');
    expect(till.receiver.types()).not.toContain('charge.dispute.funds_reinstated');
  });

  it("and refunds show on the list of the customer's charges, beside the ones that failed", async () => {
    const { charge, customer } = await openDispute();
    const again = async () => {
      const session = await till.stripe.checkout.sessions.create({
        mode: 'payment',
        customer,
        success_url: 'http://localhost:3000/',
        line_items: [
          { quantity: 1, price_data: { currency: 'chf', unit_amount: 2990, product_data: { name: '250 Credits' } } },
        ],
      });
      return session.url!;
    };
    await buyPack(till);
    await pay(await again(), card.declined);
    await pay(await again());
    const [paid] = (await till.stripe.charges.list({ customer })).data;
    await till.stripe.refunds.create({ charge: paid!.id, amount: 1000 });
    const list = (await till.stripe.charges.list({ customer })).data;
    expect(list).toMatchObject([
      { id: paid!.id, status: 'succeeded', amount: 2990, amount_refunded: 1000, refunded: false, disputed: false },
      { status: 'failed', paid: false, amount: 2990, amount_refunded: 0, disputed: false },
      { id: charge, status: 'succeeded', amount: 1490, amount_refunded: 0, disputed: true },
    ]);
  });
});

describe('the controls over HTTP', () => {
  const control = async (what: string, form?: [string, string][], key = secretKey) => {
    const answer = await fetch(`${till.emulator.url}/control/${what}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as {
        waiting?: { id: string; type: string }[];
        taken?: boolean;
        error?: { message: string };
      },
    };
  };

  it('hold, lose, turn round, double and send again', async () => {
    await control('webhooks/hold', []);
    for (const email of ['a@example.org', 'b@example.org', 'c@example.org'])
      await till.stripe.customers.create({ email });
    const [first, second, third] = (await control('webhooks')).body.waiting!.map((event) => event.id);
    expect(till.receiver.received).toEqual([]);
    await control('webhooks/release', [
      ['event', third!],
      ['event', first!],
      ['event', third!],
    ]);
    await till.emulator.webhooksSettled();
    expect(till.receiver.received.map((event) => event.id)).toEqual([third, first, third]);
    expect((await control('webhooks/resend', [['event', second!]])).body).toEqual({ taken: true });
    expect(till.receiver.received.at(-1)!.id).toBe(second);
  });

  it('dispute charges, let refunds fail, and refuse strangers and nonsense', async () => {
    const { intent } = await buyPack(till);
    const refund = await till.stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    expect((await control('refunds/fail', [['refund', refund.id]])).status).toBe(200);
    expect((await control('disputes', [['charge', String(intent.latest_charge)]])).status).toBe(200);
    expect((await control('disputes', [['charge', 'ch_nothing']])).status).toBe(400);
    expect((await control('disputes', [])).status).toBe(400);
    expect(
      (
        await control('disputes/close', [
          ['charge', String(intent.latest_charge)],
          ['outcome', 'settled'],
        ])
      ).status,
    ).toBe(400);
    expect(
      (
        await control('disputes/close', [
          ['charge', 'ch_nothing'],
          ['outcome', 'won'],
        ])
      ).status,
    ).toBe(400);
    expect(
      (
        await control('disputes/close', [
          ['charge', String(intent.latest_charge)],
          ['outcome', 'won'],
        ])
      ).body,
    ).toMatchObject({ object: 'dispute', status: 'won' });
    expect((await control('webhooks/hold', [], 'sk_test_other')).status).toBe(401);
    expect((await control('unicorns', [])).status).toBe(404);
    const before = till.emulator.now().getTime();
    expect((await control('clock', [['hours', '3']])).status).toBe(200);
    expect(till.emulator.now().getTime() - before).toBeGreaterThanOrEqual(3 * 3_600_000 - 1000);
    expect((await control('clock', [['hours', 'many']])).status).toBe(400);
  });
});
