import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerBank, buySubscription, card, openTill, pay, type Till } from './stripe-world.js';

let till: Till;

beforeEach(async () => {
  till = await openTill();
});

afterEach(async () => {
  await till.stop();
  expect(till.objections, 'objections of the contract').toEqual([]);
});

async function dearer(amount = 4990): Promise<Stripe.Price> {
  const product = await till.stripe.products.create({ name: 'Business' });
  return till.stripe.prices.create({
    product: product.id,
    currency: 'chf',
    unit_amount: amount,
    recurring: { interval: 'month' },
    tax_behavior: 'inclusive',
  });
}

/** A subscription at CHF 17.90, ten days later, and what an upgrade to `price` needs. */
async function tenDaysIn(number?: string) {
  const bought = await buySubscription(till, number);
  const price = await dearer();
  await till.emulator.advance({ days: 10 });
  const item = bought.subscription.items.data[0]!;
  const date = Math.floor(till.emulator.now().getTime() / 1000);
  const items = [{ id: item.id, price: price.id }];
  const upgrade = (more: Partial<Stripe.SubscriptionUpdateParams> = {}, options: Stripe.RequestOptions = {}) =>
    till.stripe.subscriptions.update(
      bought.subscription.id,
      {
        items,
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        proration_date: date,
        expand: ['latest_invoice.payments'],
        ...more,
      },
      options,
    );
  const rest = (amount: number, start = item.current_period_start) =>
    Math.round((amount * (item.current_period_end - date)) / (item.current_period_end - start));
  return { ...bought, old: bought.price, price, item, items, date, upgrade, rest };
}

const invoiceOf = (subscription: Stripe.Subscription) => subscription.latest_invoice as Stripe.Invoice;

describe('an upgrade', () => {
  it('costs what the preview said, by the second, and is in force once paid', async () => {
    const { subscription, customer, items, date, old, price, upgrade, rest } = await tenDaysIn();
    const preview = await till.stripe.invoices.createPreview({
      customer,
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date: date },
    });
    expect(preview).toMatchObject({
      status: 'draft',
      amount_due: rest(4990) - rest(1790),
      billing_reason: 'subscription_update',
      number: null,
    });
    expect(preview.lines.data.map((line) => line.amount)).toEqual([-rest(1790), rest(4990)]);
    expect((await till.stripe.invoices.list({ customer })).data).toHaveLength(1);

    const done = await upgrade({}, { idempotencyKey: 'upgrade-1' });
    expect((await upgrade({}, { idempotencyKey: 'upgrade-1' })).latest_invoice).toEqual(done.latest_invoice);
    expect(done).toMatchObject({ status: 'active', pending_update: null });
    expect(done.items.data.map((item) => item.price.id)).toEqual([price.id]);
    expect(done.items.data[0]!.current_period_end).toBe(subscription.items.data[0]!.current_period_end);
    const invoice = invoiceOf(done);
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_update',
      amount_paid: preview.amount_due,
    });
    expect(invoice.lines.data[0]!.parent!.subscription_item_details).toMatchObject({
      proration: true,
      proration_details: { credited_items: { invoice: subscription.latest_invoice } },
    });
    expect(
      invoice.lines.data.map((line) => [
        Math.sign(line.amount),
        line.pricing!.price_details!.price,
        line.parent!.subscription_item_details!.proration,
      ]),
    ).toEqual([
      [-1, old.id, true],
      [1, price.id, true],
    ]);
    expect(invoice.lines.data[1]!.period).toEqual({ start: date, end: done.items.data[0]!.current_period_end });
    expect((await till.stripe.invoices.list({ customer })).data).toHaveLength(2);
    await till.emulator.advance({ days: 31 });
    expect((await till.stripe.invoices.list({ customer })).data[0]).toMatchObject({
      billing_reason: 'subscription_cycle',
      amount_paid: 4990,
    });
  });

  it('twice within a period gives back what the first one debited', async () => {
    const { subscription, upgrade, item } = await tenDaysIn();
    const first = invoiceOf(await upgrade()).lines.data[1]!;
    const third = await dearer(9990);
    await till.emulator.advance({ days: 5 });
    const date = Math.floor(till.emulator.now().getTime() / 1000);
    const again = invoiceOf(await upgrade({ items: [{ id: item.id, price: third.id }], proration_date: date }));
    const left = item.current_period_end - date;
    expect(again.lines.data.map((line) => line.amount)).toEqual([
      -Math.round((first.amount * left) / (first.period.end - first.period.start)),
      Math.round((9990 * left) / (item.current_period_end - item.current_period_start)),
    ]);
    expect((await till.stripe.subscriptions.retrieve(subscription.id)).items.data[0]!.price.id).toBe(third.id);
  });

  it('waits for a card that pays', async () => {
    const { subscription, upgrade, old, price } = await tenDaysIn(card.failsLater);
    const waiting = await upgrade();
    expect(waiting).toMatchObject({ status: 'active', items: { data: [{ price: { id: old.id } }] } });
    expect(waiting.pending_update!.subscription_items![0]!.price.id).toBe(price.id);
    const invoice = invoiceOf(waiting);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: null });
    expect((await pay(invoice.hosted_invoice_url!)).status).toBe(303);
    const done = await till.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(done).toMatchObject({
      status: 'active',
      pending_update: null,
      items: { data: [{ price: { id: price.id } }] },
    });
    expect(invoiceOf(done)).toMatchObject({ id: invoice.id, status: 'paid' });
    await till.emulator.advance({ hours: 30 });
    expect((await till.stripe.subscriptions.retrieve(subscription.id)).items.data[0]!.price.id).toBe(price.id);
    await till.emulator.webhooksSettled();
    expect(till.receiver.types()).toContain('customer.subscription.pending_update_applied');
    expect(till.receiver.types()).not.toContain('customer.subscription.pending_update_expired');
  });

  it('waits for the bank, and lapses after 23 hours', async () => {
    const { subscription, upgrade, old } = await tenDaysIn(card.confirm);
    const waiting = await upgrade();
    const invoice = invoiceOf(waiting);
    const now = Math.floor(till.emulator.now().getTime() / 1000);
    expect(Math.abs(waiting.pending_update!.expires_at - now - 23 * 3600)).toBeLessThan(10);
    await answerBank(invoice.hosted_invoice_url!, 'refuse');
    await till.emulator.advance({ hours: 22 });
    expect((await till.stripe.subscriptions.retrieve(subscription.id)).pending_update).not.toBeNull();
    await till.emulator.advance({ hours: 2 });
    const lapsed = await till.stripe.subscriptions.retrieve(subscription.id);
    expect(lapsed).toMatchObject({
      status: 'active',
      pending_update: null,
      items: { data: [{ price: { id: old.id } }] },
    });
    expect(await till.stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: 'void' });
    expect(await (await fetch(invoice.hosted_invoice_url!)).text()).toContain('Storniert.');
    expect((await answerBank(invoice.hosted_invoice_url!, 'accept')).headers.get('location')).toBe(
      `/invoices/${invoice.id}`,
    );
    expect((await till.stripe.invoices.retrieve(invoice.id)).status).toBe('void');
    await till.emulator.webhooksSettled();
    expect(till.receiver.types()).toEqual(
      expect.arrayContaining([
        'customer.subscription.pending_update_expired',
        'invoice.voided',
        'invoice.payment_action_required',
        'payment_intent.canceled',
      ]),
    );
  });

  it('confirmed at the bank comes into force', async () => {
    const { subscription, upgrade, price } = await tenDaysIn(card.confirm);
    const invoice = invoiceOf(await upgrade());
    await answerBank(invoice.hosted_invoice_url!, 'accept');
    expect(await till.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { id: price.id } }] },
    });
  });

  it('that waits is replaced by the next and dropped when its invoice is made void', async () => {
    const { subscription, upgrade } = await tenDaysIn(card.failsLater);
    const first = invoiceOf(await upgrade());
    const second = invoiceOf(await upgrade());
    expect(second.amount_due).toBe(first.amount_due);
    expect((await till.stripe.invoices.retrieve(first.id)).status).toBe('void');
    expect(await till.stripe.invoices.voidInvoice(second.id)).toMatchObject({ status: 'void' });
    expect((await till.stripe.subscriptions.retrieve(subscription.id)).pending_update).toBeNull();
    await expect(till.stripe.invoices.pay(second.id)).rejects.toMatchObject({ code: 'invoice_not_open' });
  });

  it('may demand its payment, and changes nothing without', async () => {
    const { subscription, customer, upgrade, old } = await tenDaysIn(card.failsLater);
    await expect(upgrade({ payment_behavior: 'error_if_incomplete' })).rejects.toBeInstanceOf(
      Stripe.errors.StripeCardError,
    );
    expect(await till.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      items: { data: [{ price: { id: old.id } }] },
      latest_invoice: subscription.latest_invoice,
    });
    expect((await till.stripe.invoices.list({ customer })).data).toHaveLength(1);
  });

  it('may be allowed without payment, and is then past due', async () => {
    const { upgrade, price } = await tenDaysIn(card.failsLater);
    const done = await upgrade({ payment_behavior: 'allow_incomplete' });
    expect(done).toMatchObject({
      status: 'past_due',
      pending_update: null,
      items: { data: [{ price: { id: price.id } }] },
    });
    await expect(till.stripe.invoices.pay(invoiceOf(done).id)).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
  });

  it('is refused where Stripe refuses it', async () => {
    const { subscription, upgrade, item, price } = await tenDaysIn();
    await expect(upgrade({ metadata: { plan: 'business' } })).rejects.toMatchObject({
      statusCode: 400,
      param: 'metadata',
    });
    await expect(upgrade({ cancel_at_period_end: false })).rejects.toMatchObject({ param: 'cancel_at_period_end' });
    await expect(upgrade({ items: [{ id: 'si_other', price: price.id }] })).rejects.toMatchObject({
      param: 'items[0][id]',
    });
    await expect(upgrade({ items: [{ price: price.id }] })).rejects.toMatchObject({ param: 'items[0][id]' });
    await expect(upgrade({ items: [{ id: item.id, price: 'price_nothing' }] })).rejects.toMatchObject({
      param: 'items[0][price]',
    });
    await expect(upgrade({ proration_date: item.current_period_start - 60 })).rejects.toMatchObject({
      param: 'proration_date',
    });
    await till.stripe.prices.update(price.id, { active: false });
    await expect(upgrade()).rejects.toThrow(/inactive/);
    expect((await till.stripe.subscriptions.retrieve(subscription.id)).latest_invoice).toBe(
      subscription.latest_invoice,
    );
  });
});

describe('an upgrade that is given back', () => {
  it('returns to the old price without a bill, runs on, and lists how each invoice was paid', async () => {
    const { subscription, customer, old, item, upgrade } = await tenDaysIn();
    await till.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    const invoice = invoiceOf(await upgrade());
    const intents = (payments: Stripe.ApiList<Stripe.InvoicePayment> | undefined) =>
      payments!.data.map(({ status, payment }) => [status, String(payment.payment_intent)]);
    const [[status, intent] = []] = intents(invoice.payments);
    expect(status).toBe('paid');
    await till.stripe.refunds.create({ payment_intent: intent! });

    const back = await till.stripe.subscriptions.update(
      subscription.id,
      { items: [{ id: item.id, price: old.id }], proration_behavior: 'none' },
      { idempotencyKey: 'back-1' },
    );
    expect(back).toMatchObject({
      status: 'active',
      pending_update: null,
      latest_invoice: invoice.id,
      cancel_at_period_end: true,
      items: { data: [{ price: { id: old.id } }] },
    });
    const resumed = await till.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      items: { data: [{ price: { id: old.id } }] },
    });

    const [listed] = (
      await till.stripe.subscriptions.list({ customer, status: 'all', expand: ['data.latest_invoice.payments'] })
    ).data;
    expect(intents(invoiceOf(listed!).payments)).toEqual([['paid', intent]]);
    const invoices = (await till.stripe.invoices.list({ customer, status: 'paid', expand: ['data.payments'] })).data;
    expect(invoices.map((one) => one.billing_reason)).toEqual(['subscription_update', 'subscription_create']);
    expect(invoices.map((one) => intents(one.payments)[0]![0])).toEqual(['paid', 'paid']);
    expect(intents(invoices[0]!.payments)[0]![1]).toBe(intent);
    expect(await till.stripe.charges.list({ customer })).toMatchObject({
      data: [
        { amount_refunded: invoice.amount_paid, refunded: true },
        { amount_refunded: 0, refunded: false },
      ],
    });

    await till.emulator.setNow(new Date((item.current_period_end + 1) * 1000));
    const [renewal] = (await till.stripe.invoices.list({ customer })).data;
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 1790 });
    expect(renewal!.lines.data[0]!.pricing!.price_details!.price).toBe(old.id);
  });

  it('drops a change that waits for its payment, and voids its invoice', async () => {
    const { subscription, old, item, upgrade } = await tenDaysIn(card.failsLater);
    const invoice = invoiceOf(await upgrade());
    const back = await till.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: old.id }],
      proration_behavior: 'none',
    });
    expect(back).toMatchObject({
      status: 'active',
      pending_update: null,
      items: { data: [{ price: { id: old.id } }] },
    });
    expect((await till.stripe.invoices.retrieve(invoice.id)).status).toBe('void');
  });
});

describe('a cheaper price', () => {
  it('leaves a credit that the next bills use up', async () => {
    const { subscription, customer, upgrade, item, date } = await tenDaysIn();
    const cheap = await dearer(990);
    const invoice = invoiceOf(await upgrade({ items: [{ id: item.id, price: cheap.id }], proration_date: date }));
    expect(invoice.total).toBeLessThan(0);
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_due: 0,
      amount_paid: 0,
      starting_balance: 0,
      ending_balance: invoice.total,
    });
    expect(await till.stripe.customers.retrieve(customer)).toMatchObject({ balance: invoice.total });
    await till.emulator.setNow(new Date((item.current_period_end + 1) * 1000));
    const [renewal] = (await till.stripe.invoices.list({ customer })).data;
    expect(renewal).toMatchObject({
      total: 990,
      amount_due: 990 + invoice.total,
      amount_paid: 990 + invoice.total,
      ending_balance: 0,
    });
    expect(await till.stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
    expect((await till.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });
});

describe('the preview of the next period', () => {
  it('is what the renewal will cost, and none for a subscription that ends', async () => {
    const { subscription, item } = await tenDaysIn();
    const preview = await till.stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview).toMatchObject({
      amount_due: 1790,
      billing_reason: 'subscription_cycle',
      next_payment_attempt: item.current_period_end,
    });
    await till.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(till.stripe.invoices.createPreview({ subscription: subscription.id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
  });
});
