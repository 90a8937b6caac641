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
  pay,
  startStripeWorld,
} from './stripe-world.js';

const till = startStripeWorld();

/** Opens the portal, which lets the customer do all there is unless told otherwise. */
async function openPortal(customer: string, isAllowed = { subscription_cancel: { enabled: true } }): Promise<string> {
  const configuration = await till.stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true }, invoice_history: { enabled: true }, ...isAllowed },
  });
  const session = await till.stripe.billingPortal.sessions.create({
    customer,
    configuration: configuration.id,
    return_url: 'http://localhost:3000/konto/abo',
    locale: 'de',
  });
  expect(session).toMatchObject({ customer, return_url: 'http://localhost:3000/konto/abo', flow: null });
  return session.url;
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text();
}

function wish(url: string, subscription: string, what: 'cancel' | 'resume'): Promise<Response> {
  return fetch(`${url}/subscription`, {
    method: 'POST',
    body: new URLSearchParams({ subscription, wish: what }),
    redirect: 'manual',
  });
}

describe('the billing portal', () => {
  it('shows subscription, card and invoices, and leads back', async () => {
    const { customer, subscription } = await buySubscription(till);
    const page = await read(await openPortal(customer));
    expect(page).toContain('href="http://localhost:3000/konto/abo">Zurück zu Bildnis');
    expect(page).toContain('<strong>Professional</strong> CHF 17.90 pro Monat');
    expect(page).toContain(`Visa mit der Endung 4242, gültig bis 12/${String(new Date().getFullYear() + 5).slice(-2)}`);
    expect(page).toContain(`/invoices/${String(subscription.latest_invoice)}/pdf`);
    expect(page).toContain('Nächste Zahlung am');
  });

  it('ends the subscription at the end of its period and takes that back', async () => {
    const { customer, subscription } = await buySubscription(till);
    const url = await openPortal(customer);
    expect((await wish(url, subscription.id, 'cancel')).status).toBe(303);
    expect(await till.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
    });
    expect(await read(url)).toContain('Kündigung zurücknehmen');
    await wish(url, subscription.id, 'cancel');
    await wish(url, subscription.id, 'resume');
    expect(await till.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
    });
    await till.emulator.webhooksSettled();
    expect(till.receiver.types().filter((type) => type === 'customer.subscription.updated')).toHaveLength(2);
  });

  it('lets nobody do what its configuration does not, and opens for nobody without one', async () => {
    const { customer, subscription } = await buySubscription(till);
    const url = await openPortal(customer, { subscription_cancel: { enabled: false } });
    expect(await read(url)).not.toContain('kündigen');
    await wish(url, subscription.id, 'cancel');
    expect((await till.stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(false);
    const { data } = await till.stripe.billingPortal.configurations.list({ active: true });
    expect(data.map(({ features }) => features.subscription_cancel.enabled)).toEqual([false]);
    await expect(till.stripe.billingPortal.sessions.create({ customer })).rejects.toThrow(
      'default configuration has not been created',
    );
  });

  it("touches nobody else's subscription", async () => {
    const { subscription } = await buySubscription(till);
    const stranger = await buyPack(till);
    const url = await openPortal(stranger.customer);
    await wish(url, subscription.id, 'cancel');
    expect((await till.stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(false);
    expect(await read(url)).toContain('Sie haben kein laufendes Abo.');
    expect((await fetch(`${till.emulator.url}/portal/bps_nothing`)).status).toBe(404);
    await expect(till.stripe.billingPortal.sessions.create({ customer: 'cus_nothing' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'customer',
    });
  });

  it('changes the card, which the next try of a failed renewal uses', async () => {
    const { customer, subscription } = await buySubscription(till, card.failsLater);
    await moveTo(till, subscription.items.data[0]!.current_period_end + 1);
    const url = await openPortal(customer);
    const owing = await read(url);
    expect(owing).toContain('Eine Zahlung ist offen.</strong>Mit der Zahlung läuft das Abo weiter.');
    const [renewal] = (await till.stripe.invoices.list({ customer, status: 'open' })).data;
    expect(owing).toContain(`href="/invoices/${renewal!.id}">CHF 17.90 bezahlen`);
    const refused = await pay(`${url}/card`, card.poor);
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain('Das Guthaben auf Ihrer Karte reicht nicht.');
    expect((await pay(`${url}/card`, '4111 1111 1111 1111')).status).toBe(422);
    expect((await pay(`${url}/card`, card.good)).status).toBe(303);
    expect(await read(url)).toContain('Endung 4242');
    expect((await till.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    await till.emulator.advance({ days: 4 });
    expect(await till.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', attempt_count: 2 },
    });
  });

  it('keeps a card the bank asks about only once confirmed', async () => {
    const { customer } = await buySubscription(till);
    const url = await openPortal(customer);
    const bank = new URL((await pay(`${url}/card`, card.confirmOnce)).headers.get('location')!, url).href;
    expect(await read(bank)).toContain('Karte bestätigen');
    expect(await read(url)).toContain('Endung 4242');
    const answer = (decision: string) =>
      fetch(bank, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
    await answer('refuse');
    expect(await read(url)).toContain('Endung 4242');
    await answer('accept');
    expect(await read(url)).toContain('Endung 3155');
    expect((await till.stripe.charges.list({ customer })).data).toHaveLength(1);
  });

  it('leads to the payment a change of plan waits for', async () => {
    const { customer, subscription } = await buySubscription(till, card.failsLater);
    const dear = await monthlyPrice(till, 'Business', 9990);
    const changed = await till.stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]!.id, price: dear.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    const url = await openPortal(customer);
    const waiting = await read(url);
    expect(waiting).toContain('Mit der Zahlung gilt der Wechsel zu Business.');
    expect(waiting).toContain(`href="/invoices/${String(changed.latest_invoice)}">CHF 82.00 bezahlen`);
    await pay(`${till.emulator.url}/invoices/${String(changed.latest_invoice)}`);
    expect(await read(url)).not.toContain('Eine Zahlung ist offen.');
  });

  it("folds the card's form away until it is needed", async () => {
    const { customer } = await buySubscription(till);
    const url = await openPortal(customer);
    expect(await read(url)).toContain('<details class="other">\n<summary>Andere Karte hinterlegen');
    const wrong = await (await pay(`${url}/card`, '4111 1111 1111 1111')).text();
    expect(wrong).toContain('<details class="other" open>');
    expect(wrong).toContain('<details class="cards" open>');
    const nobody = await till.stripe.customers.create({ email: 'neu@example.ch' });
    expect(await read(await openPortal(nobody.id))).toContain(
      '<details class="other" open>\n<summary>Karte hinterlegen',
    );
  });

  it('closes after an hour', async () => {
    const { customer } = await buySubscription(till);
    const url = await openPortal(customer);
    await till.emulator.advance({ hours: 1.1 });
    const late = await fetch(url);
    expect(late.status).toBe(410);
    expect(await late.text()).toContain('Diese Seite ist abgelaufen');
  });
});

describe('the page of an invoice', () => {
  it('leads back to the shop of the checkout, and to where the portal came from once there was one', async () => {
    const { customer, subscription } = await buySubscription(till);
    const invoice = await till.stripe.invoices.retrieve(String(subscription.latest_invoice));
    expect(await read(invoice.hosted_invoice_url!)).toContain('<a href="http://localhost:3000/">Zurück zu Bildnis</a>');
    await openPortal((await buyPack(till)).customer);
    expect(await read(invoice.hosted_invoice_url!)).toContain('<a href="http://localhost:3000/">Zurück zu Bildnis</a>');
    await openPortal(customer);
    expect(await read(invoice.hosted_invoice_url!)).toContain(
      '<a href="http://localhost:3000/konto/abo">Zurück zu Bildnis</a>',
    );
  });

  it('has a PDF', async () => {
    const { session } = await buyPack(till);
    const invoice = await till.stripe.invoices.retrieve(String(session.invoice));
    const pdf = await fetch(invoice.invoice_pdf!);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const [bytes, start] = [await pdf.text(), /startxref\n(\d+)\n%%EOF\n$/];
    expect(bytes).toMatch(/^%PDF-1\.4\n[^]*CHF 14\.90/);
    expect(bytes.slice(Number(start.exec(bytes)![1]))).toMatch(/^xref\n0 6\n/);
    expect((await fetch(`${till.emulator.url}/invoices/in_none/pdf`)).status).toBe(404);
  });
});

describe('every hosted page', () => {
  it('says that it is a test without real money', async () => {
    const { session } = await openPack(till);
    const pages = [await read(session.url!)];
    await pay(session.url!, card.confirm);
    pages.push(await read(`${session.url!}/confirm`));
    await answerBank(session.url!, 'accept');
    const done = await till.stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice'] });
    pages.push(
      await read(`${till.emulator.url}/checkout/${session.id}`),
      await read((done.invoice as Stripe.Invoice).hosted_invoice_url!),
    );
    pages.push(await read(await openPortal(String(done.customer))), await read(`${till.emulator.url}/nirgends`));
    for (const page of pages)
      expect(page).toContain('<strong>Testumgebung ohne echtes Geld.</strong> Es wird nichts belastet.');
    expect(new Set(pages.map((page) => /<h1[^>]*>([^<]*)/.exec(page)![1])).size).toBe(pages.length);
  });
});
