import Stripe from 'stripe';
import { Clock } from '../../src/platform/clock/index.js';
import { Caller, idOf } from './caller.js';
import { PASSWORD, payAtTheTill, sessionOf } from './customers.js';
import type { Product } from './product.js';
import { until } from './until.js';

export const CONSENTS = { acceptEarlyStart: true, acceptWithdrawalEffect: true };

export interface OrderAnswer {
  id: string;
  number: string;
  kind: string;
  status: string;
  paymentUrl: string | null;
  amountRappen: number;
  credits: number;
  withdrawableUntil: string | null;
  code?: string;
}

export interface SubscriptionAnswer {
  subscription: {
    planId: string;
    priceRappen: number;
    renewalRappen: number;
    announcedPrices: { priceRappen: number; from: string }[];
    status: string;
    cancelAtPeriodEnd: boolean;
    currentPeriodEnd: string;
    problem: { kind: string; payUrl: string | null } | null;
    waitingUpgrade: { planId: string; payUrl: string | null; expiresAt: string } | null;
  } | null;
  grantMissing: boolean;
  purchasesBlocked: boolean;
  owedCredits: number;
}

export interface QuoteAnswer {
  planId: string;
  amountRappen: number;
  credits: number;
  quotedAt: string;
  nextAmountRappen: number;
}

/** The provider as its own dashboard would see it. */
export function stripeOf(product: Product): Stripe {
  const url = new URL(product.stripe.url);
  return new Stripe(product.config.stripe.secretKey, {
    host: url.hostname,
    port: Number(url.port),
    protocol: 'http',
    telemetry: false,
  });
}

/** Time passes for everybody: the product and the provider. */
export async function passTime(product: Product, by: { days?: number; hours?: number }): Promise<void> {
  for (const app of [product.api, product.worker])
    app?.get(Clock).shift(((by.days ?? 0) * 24 + (by.hours ?? 0)) * 3_600_000);
  await product.stripe.advance(by);
}

/** A month and a bit later: sessions are over by then, so the customer signs in again. */
export async function nextMonth(product: Product, caller: Caller): Promise<Caller> {
  const userId = await idOf(caller);
  await passTime(product, { days: 32 });
  return sessionOf(product, userId);
}

/** Sessions end after thirty days. */
export async function signInAgain(product: Product, email: string): Promise<Caller> {
  const answer = await product
    .anonymous()
    .post<{ token: string }>('/auth/login', { email, password: PASSWORD, session: 'token' });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return new Caller(product.origin, answer.body.token);
}

/** Resolves when nothing of the provider's is under way or waits to be handled. */
export async function billingAtRest(product: Product): Promise<void> {
  await product.stripe.webhooksSettled();
  await until('billing to rest', async () => {
    const [row] = await product
      .em()
      .execute<{ open: number }[]>(
        "select count(*)::int as open from job where queue = 'billing' and finished_at is null",
      );
    return row!.open === 0 ? true : null;
  });
}

export const creditsOf = async (caller: Caller): Promise<number> =>
  (await caller.get<{ credits: number }>('/me')).body.credits;
export const subscriptionOf = async (caller: Caller): Promise<SubscriptionAnswer> =>
  (await caller.get<SubscriptionAnswer>('/subscription')).body;
export const ledgerOf = async (caller: Caller): Promise<{ delta: number; reason: string; balanceAfter: number }[]> =>
  (await caller.get<{ items: { delta: number; reason: string; balanceAfter: number }[] }>('/credits/entries?limit=50'))
    .body.items;

/** Reads the provider again, as the return from its pages does. */
export async function synchronise(caller: Caller): Promise<SubscriptionAnswer & { creditsGranted: number }> {
  return (await caller.post<SubscriptionAnswer & { creditsGranted: number }>('/subscription/synchronise')).body;
}

export async function packOf(caller: Caller, name = 'S'): Promise<string> {
  const packs = await caller.get<{ items: { id: string; name: string }[] }>('/credit-packs');
  return packs.body.items.find((pack) => pack.name === name)!.id;
}

/** Orders a pack and pays it. */
export async function buyPack(caller: Caller, name = 'S'): Promise<OrderAnswer> {
  const order = await caller.post<OrderAnswer>('/orders', {
    kind: 'pack',
    packId: await packOf(caller, name),
    ...CONSENTS,
  });
  await payAtTheTill(order.body.paymentUrl!);
  return until('the pack', async () => {
    const now = await caller.get<OrderAnswer>(`/orders/${order.body.id}`);
    return now.body.status === 'paid' ? now.body : null;
  });
}

/** Asks what a plan would cost and orders it. */
export async function upgrade(caller: Caller, planId: string): Promise<{ quote: QuoteAnswer; order: OrderAnswer }> {
  const quote = await caller.get<QuoteAnswer>(`/subscription/upgrade-quote?planId=${planId}`);
  const order = await caller.post<OrderAnswer>('/orders', {
    kind: 'upgrade',
    planId,
    quotedAt: quote.body.quotedAt,
    ...CONSENTS,
  });
  return { quote: quote.body, order: order.body };
}

/** Gives another card to the customer on the provider's page, and confirms it where its bank asks. */
export async function payWith(caller: Caller, number: string): Promise<void> {
  const portal = await caller.post<{ url: string }>('/subscription/portal');
  const answer = await post(`${portal.body.url}/card`, { number, expiry: '12 / 31', cvc: '123', name: 'Petra Muster' });
  if (answer.status >= 400) throw new Error(`the portal answered ${answer.status}`);
  const next = answer.headers.get('location') ?? '';
  if (next.includes('/confirm')) await post(new URL(next, portal.body.url).href, { decision: 'accept' });
}

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

/** The newest charge of somebody at the provider. */
export async function lastCharge(product: Product, caller: Caller): Promise<Stripe.Charge> {
  const [row] = await product
    .em()
    .execute<{ provider_id: string }[]>('select provider_id from billing_customer where user_id = ?', [
      await idOf(caller),
    ]);
  return (await stripeOf(product).charges.list({ customer: row!.provider_id, limit: 1 })).data[0]!;
}
