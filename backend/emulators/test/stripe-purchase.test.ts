import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractAtHand } from './stripe-contract.js';
import { card, clientFor, openSubscription, openTill, pay, type Till } from './stripe-world.js';

let till: Till;

beforeEach(async () => {
  till = await openTill();
});

afterEach(async () => {
  await till.stop();
  expect(till.objections, 'objections of the contract').toEqual([]);
  expect(till.checked).toBe(contractAtHand);
});

describe('a subscription bought at the hosted page', () => {
  it('is active, paid and told to the webhook', async () => {
    const { session, customer, price } = await openSubscription(till.stripe);
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 1790, currency: 'chf' });
    const page = await fetch(session.url!);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('CHF 17.90 bezahlen');

    const paid = await pay(session.url!);
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(`http://localhost:3000/bestellung?session=${session.id}`);

    const done = await till.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments', 'line_items', 'customer', 'invoice'],
    });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'order-1',
      metadata: { order: 'order-1' },
    });
    expect(done.line_items!.data[0]).toMatchObject({ amount_total: 1790, description: 'Professional' });
    const subscription = done.subscription as Stripe.Subscription;
    expect(subscription).toMatchObject({
      status: 'active',
      customer: customer.id,
      metadata: { user: 'u1', plan: 'professional' },
    });
    const item = subscription.items.data[0]!;
    expect(item.price.id).toBe(price.id);
    expect(item.current_period_end).toBeGreaterThan(item.current_period_start + 27 * 86_400);
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 1790,
      amount_remaining: 0,
    });
    expect(invoice.parent!.subscription_details!.subscription).toBe(subscription.id);
    expect(invoice.payments!.data[0]!.payment.type).toBe('payment_intent');

    await till.emulator.webhooksSettled();
    expect(till.receiver.types()).toEqual(
      expect.arrayContaining([
        'checkout.session.completed',
        'customer.subscription.created',
        'invoice.paid',
        'payment_intent.succeeded',
      ]),
    );
    const told = till.receiver.received.find((event) => event.type === 'invoice.paid')!;
    expect(told.api_version).toBe('2026-10-28.endive');
    expect(told.data.object.id).toBe(invoice.id);
    expect(await till.stripe.events.retrieve(told.id)).toMatchObject({ type: 'invoice.paid', pending_webhooks: 0 });
  });

  it('pays once however often the form is sent', async () => {
    const { session, customer } = await openSubscription(till.stripe);
    const answers = await Promise.all([pay(session.url!), pay(session.url!), pay(session.url!)]);
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map((answer) => answer.headers.get('location'))).size).toBe(1);
    expect((await till.stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
    expect((await till.stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
    expect(await (await fetch(session.url!)).text()).toContain('Bereits bezahlt');
  });

  it('makes a customer of somebody who has none', async () => {
    const { session } = await openSubscription(till.stripe, { customer: undefined, customer_email: 'neu@example.ch' });
    await pay(session.url!);
    const done = await till.stripe.checkout.sessions.retrieve(session.id, { expand: ['customer'] });
    expect(done.customer).toMatchObject({ email: 'neu@example.ch', name: 'Anna Muster' });
    expect(done.customer_details!.email).toBe('neu@example.ch');
  });

  it('asks for address and terms where the merchant wants them', async () => {
    const { session } = await openSubscription(till.stripe, {
      customer: undefined,
      consent_collection: { terms_of_service: 'required' },
    });
    const refused = await pay(session.url!);
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain('Geben Sie eine E-Mail-Adresse ein.');
    expect(page).toContain('Stimmen Sie den Geschäftsbedingungen zu');
    expect((await pay(session.url!, card.good, { email: 'neu@example.ch', terms: 'accepted' })).status).toBe(303);
    expect((await till.stripe.checkout.sessions.retrieve(session.id)).consent).toMatchObject({
      terms_of_service: 'accepted',
    });
  });
});

describe('a one-off purchase', () => {
  it('is charged with the price given inline', async () => {
    const session = await till.stripe.checkout.sessions.create({
      mode: 'payment',
      customer_creation: 'always',
      customer_email: 'anna@example.ch',
      line_items: [
        { quantity: 2, price_data: { currency: 'chf', unit_amount: 490, product_data: { name: '50 Credits' } } },
      ],
      success_url: 'http://localhost:3000/fertig',
      payment_intent_data: { metadata: { pack: 's' } },
      invoice_creation: { enabled: true },
    });
    await pay(session.url!);
    const done = await till.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'invoice'],
    });
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', subscription: null, amount_total: 980 });
    const intent = done.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 980, metadata: { pack: 's' } });
    expect(intent.latest_charge).toMatchObject({ paid: true, amount: 980 });
    expect(done.invoice).toMatchObject({ status: 'paid', billing_reason: 'manual', total: 980 });
    const payments = await till.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent.id },
    });
    expect(payments.data[0]!.invoice).toBe((done.invoice as Stripe.Invoice).id);
    expect((await till.stripe.checkout.sessions.listLineItems(session.id)).data[0]).toMatchObject({
      quantity: 2,
      amount_total: 980,
    });
  });
});

describe('cards that do not simply pay', () => {
  it('a declined card is named and the session stays open', async () => {
    const { session, customer } = await openSubscription(till.stripe);
    const answer = await pay(session.url!, card.declined);
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain('Ihre Karte wurde abgelehnt.');
    expect(await till.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      subscription: null,
    });
    expect((await till.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
    expect((await pay(session.url!)).status).toBe(303);
    await till.emulator.webhooksSettled();
    expect(till.receiver.types()).toContain('payment_intent.payment_failed');
    const succeeded = till.receiver.received.filter((event) => event.type === 'payment_intent.succeeded');
    expect(succeeded).toHaveLength(1);
  });

  it('3-D Secure pays once confirmed', async () => {
    const { session } = await openSubscription(till.stripe);
    const asked = await pay(session.url!, card.confirm);
    expect(asked.headers.get('location')).toBe(`/checkout/${session.id}/confirm`);
    const bank = `${session.url!}/confirm`;
    expect(await (await fetch(bank)).text()).toContain('Zahlung bestätigen');
    expect(await till.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
    });
    const confirmed = await fetch(bank, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'accept' }),
      redirect: 'manual',
    });
    expect(confirmed.headers.get('location')).toContain(session.id);
    expect(await till.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
    });
  });

  it('3-D Secure refused leaves the session open and says so', async () => {
    const { session } = await openSubscription(till.stripe);
    await pay(session.url!, card.confirm);
    const refused = await fetch(`${session.url!}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'refuse' }),
      redirect: 'manual',
    });
    expect(refused.headers.get('location')).toBe(`/checkout/${session.id}`);
    expect(await (await fetch(session.url!)).text()).toContain('Die Zahlung wurde nicht bestätigt.');
    expect(await till.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
    expect((await pay(session.url!)).status).toBe(303);
  });

  it.each([
    ['an unknown number', { number: '4111 1111 1111 1111' }, 'Das ist keine Testkarte.'],
    ['a past month', { expiry: '01 / 20' }, 'Diese Karte ist abgelaufen.'],
    ['a month 13', { expiry: '13 / 40' }, 'Geben Sie Monat und Jahr ein'],
    ['no check digits', { cvc: '' }, 'Geben Sie drei Ziffern ein.'],
    ['no name', { name: ' ' }, 'Geben Sie den Namen auf der Karte ein.'],
  ])('%s is refused at its field', async (_, fields, sentence) => {
    const { session } = await openSubscription(till.stripe);
    const answer = await pay(session.url!, card.good, fields);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(sentence);
    expect(page.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(await till.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
  });
});

describe('the page itself', () => {
  it('escapes what the merchant and the customer wrote', async () => {
    const { session } = await openSubscription(till.stripe, {
      cancel_url: 'http://localhost:3000/?a="><script>alert(1)</script>',
    });
    await till.stripe.products.update((await till.stripe.products.list()).data[0]!.id, { name: 'x' });
    const answer = await pay(session.url!, '"><script>alert(2)</script>', { name: '<img src=x onerror=alert(3)>' });
    const page = await answer.text();
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain('&lt;img src=x onerror=alert(3)&gt;');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('allows the form to lead back to the merchant and nowhere else', async () => {
    const { session } = await openSubscription(till.stripe);
    const policy = (await fetch(session.url!)).headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' http://localhost:3000;");
  });

  it('offers the way back without paying', async () => {
    const { session } = await openSubscription(till.stripe);
    expect(await (await fetch(session.url!)).text()).toContain('href="http://localhost:3000/pricing">Abbrechen');
  });

  it('refuses hosts that are not this machine', async () => {
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(
        { host: '127.0.0.1', port: till.emulator.port, path: '/checkout.css', headers: { host: 'evil.example' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it('knows nothing of sessions that do not exist', async () => {
    expect((await fetch(`${till.emulator.url}/checkout/cs_test_nothing`)).status).toBe(404);
    await expect(clientFor(till.emulator).checkout.sessions.retrieve('cs_test_nothing')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
  });
});
