import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect } from 'vitest';
import { startStripeEmulator, type StripeEmulator, type StripeEmulatorOptions } from '../src/stripe/index.js';
import { contractObserver } from './stripe-contract.js';

export const secretKey = 'sk_test_standin';
export const webhookSecret = 'whsec_standin';

/** A webhook receiver that verifies every signature with the library and keeps what came. */
export interface Receiver {
  url: string;
  /** Verified events in order of arrival, repeats included. */
  received: Stripe.Event[];
  /** Raw payloads of the same. */
  payloads: string[];
  /** Status answered from now on. */
  answerWith: (status: number) => void;
  types(): string[];
  stop(): Promise<void>;
}

/** Receives webhooks on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const stripe = new Stripe(secretKey);
  const received: Stripe.Event[] = [];
  const payloads: string[] = [];
  let status = 200;
  const server: Server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const payload = Buffer.concat(parts).toString('utf8');
      if (status === 200) {
        try {
          received.push(
            stripe.webhooks.constructEvent(payload, String(request.headers['stripe-signature']), webhookSecret),
          );
          payloads.push(payload);
        } catch {
          response.writeHead(400).end();
          return;
        }
      }
      response.writeHead(status).end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    payloads,
    answerWith: (next) => (status = next),
    types: () => received.map((event) => event.type),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface Till {
  emulator: StripeEmulator;
  stripe: Stripe;
  receiver: Receiver;
  /** Ends all and holds what was said against the contract, where it is at hand. */
  stop(): Promise<void>;
}

/** An emulator, the real client talking to it, a receiver, and the contract listening to both. */
export async function openTill(options: Partial<StripeEmulatorOptions> = {}, receiver?: Receiver): Promise<Till> {
  const target = receiver ?? (await startReceiver());
  const contract = contractObserver();
  const emulator = await startStripeEmulator({
    secretKey,
    webhookSecret,
    webhookUrl: target.url,
    ...(contract && { observe: contract.observe }),
    ...options,
  });
  return {
    emulator,
    stripe: clientFor(emulator),
    receiver: target,
    stop: async () => {
      for (const payload of target.payloads) contract?.checkEvent(payload);
      await emulator.stop();
      if (!receiver) await target.stop();
      expect(contract?.objections ?? [], 'objections of the contract').toEqual([]);
    },
  };
}

/** A till for each test of a file. */
export function startStripeWorld(): Till {
  const world = {} as Till;
  beforeEach(async () => void Object.assign(world, await openTill()));
  afterEach(() => world.stop());
  return world;
}

/** Moves the clock to a moment, Unix seconds. */
export async function moveTo({ emulator }: Till, moment: number): Promise<void> {
  await emulator.advance({ hours: (moment * 1000 - emulator.now().getTime()) / 3_600_000 });
}

/** A monthly price in CHF of a product of its own. */
export async function monthlyPrice({ stripe }: Pick<Till, 'stripe'>, name: string, amount: number) {
  const product = await stripe.products.create({ name, metadata: { plan: name } });
  return stripe.prices.create({
    product: product.id,
    currency: 'chf',
    unit_amount: amount,
    recurring: { interval: 'month' },
    tax_behavior: 'inclusive',
  });
}

/** The real library, pointed at the emulator. */
export function clientFor(emulator: StripeEmulator, key = secretKey): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: emulator.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

export const card = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  confirm: '4000 0027 6000 3184',
  confirmOnce: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
};

/** Posts the checkout page's form as a browser does, without following the redirect. */
export function pay(url: string, number: string = card.good, more: Record<string, string> = {}): Promise<Response> {
  const year = new Date().getFullYear() + 5;
  const fields = { number, expiry: `12 / ${String(year).slice(-2)}`, cvc: '123', name: 'Anna Muster', ...more };
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

/** A product with a monthly price in CHF, and a customer with an open subscription session. */
export async function openSubscription(
  stripe: Stripe,
): Promise<{ session: Stripe.Checkout.Session; customer: Stripe.Customer; price: Stripe.Price }> {
  const price = await monthlyPrice({ stripe }, 'Professional', 1790);
  const customer = await stripe.customers.create({
    email: 'anna@example.ch',
    name: 'Anna Muster',
    metadata: { user: 'u1' },
  });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'order-1',
    line_items: [{ price: price.id, quantity: 1 }],
    locale: 'de',
    success_url: 'http://localhost:3000/bestellung?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/pricing',
    metadata: { order: 'order-1' },
    subscription_data: { metadata: { user: 'u1', plan: 'professional' } },
  });
  return { session, customer, price };
}

/** Answers the bank's question about the payment of a session or an invoice, by its page's address. */
export function answerBank(url: string, decision: 'accept' | 'refuse'): Promise<Response> {
  return fetch(`${url}/confirm`, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
}

/** A running monthly subscription at CHF 17.90, bought with this card (and confirmed where its bank asks). */
export async function buySubscription(
  { stripe }: Pick<Till, 'stripe'>,
  number: string = card.good,
): Promise<{ subscription: Stripe.Subscription; customer: string; price: Stripe.Price }> {
  const { session, customer, price } = await openSubscription(stripe);
  const answer = await pay(session.url!, number);
  if (answer.headers.get('location')?.endsWith('/confirm')) await answerBank(session.url!, 'accept');
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  return { subscription: done.subscription as Stripe.Subscription, customer: customer.id, price };
}

/** An open session for a pack at CHF 14.90, priced on the spot. */
export async function openPack({
  stripe,
}: Pick<Till, 'stripe'>): Promise<{ session: Stripe.Checkout.Session; customer: string }> {
  const customer = await stripe.customers.create({
    email: 'petra@example.org',
    name: 'Petra Muster',
    metadata: { user: 'u1' },
  });
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'chf',
          unit_amount: 1490,
          tax_behavior: 'inclusive',
          product_data: { name: '100 Credits' },
        },
      },
    ],
    payment_intent_data: { metadata: { pack: 'm', user: 'u1' } },
    invoice_creation: { enabled: true },
    success_url: 'http://localhost:3000/fertig?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/pakete',
  });
  return { session, customer: customer.id };
}

/** A paid pack and its payment. */
export async function buyPack(
  till: Pick<Till, 'stripe'>,
): Promise<{ session: Stripe.Checkout.Session; intent: Stripe.PaymentIntent; customer: string }> {
  const { session, customer } = await openPack(till);
  await pay(session.url!);
  const done = await till.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  return { session: done, intent: done.payment_intent as Stripe.PaymentIntent, customer };
}
