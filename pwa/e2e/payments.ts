import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';

const headers = { origin: new URL(process.env.BILDNIS_URL ?? 'http://localhost:3000').origin };

/** Test numbers of the payment provider, by what comes of them. */
export const CARD = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksOnce: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
} as const;

/** Fills in the card on one of the provider's pages and pays. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Kartennummer').fill(card);
  await page.getByLabel('Gültig bis').fill('12 / 39');
  await page.getByLabel('Prüfziffer (CVC)').fill('123');
  await page.getByLabel('Name auf der Karte').fill('Petra Muster');
  await page.getByRole('button', { name: /bezahlen$/ }).click();
}

/** Answers the bank's question (3-D Secure). */
export const answerBank = (page: Page, answer: 'Bestätigen' | 'Ablehnen') =>
  page.getByRole('button', { name: answer }).click();

/** Ticks both consents of the order page and orders. */
export async function placeOrder(page: Page): Promise<void> {
  const consents = page.getByRole('checkbox', { name: /^Ich/ });
  await expect(consents).toHaveCount(2);
  for (const box of await consents.all()) await box.check({ force: true });
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
}

/** Gives the account a plan with its first credits, without a screen. */
export async function subscribe(
  context: BrowserContext,
  planId: 'starter' | 'professional' | 'business',
): Promise<void> {
  const before = await creditsOf(context);
  await payPlan(context, await orderPlan(context, planId), CARD.pays);
  await expect.poll(() => creditsOf(context), { timeout: 25_000, intervals: [50] }).toBeGreaterThan(before);
}

/** The same as if it had been days ago: the payment provider's clock stays back by as much, until it is moved on. */
export async function subscribeDaysAgo(
  context: BrowserContext,
  planId: 'starter' | 'professional' | 'business',
  daysAgo: number,
  card: string = CARD.pays,
): Promise<void> {
  const paymentUrl = await orderPlan(context, planId);
  await moveClockAt(new URL(paymentUrl).origin, context, -daysAgo);
  await payPlan(context, paymentUrl, card);
}

async function orderPlan(context: BrowserContext, planId: string): Promise<string> {
  const order = await context.request.post('/api/v1/orders', {
    headers: { ...headers, 'idempotency-key': randomUUID() },
    data: { kind: 'plan', planId, acceptEarlyStart: true, acceptWithdrawalEffect: true },
  });
  expect(order.status()).toBe(201);
  return ((await order.json()) as { paymentUrl: string }).paymentUrl;
}

/** Sends what the form of the payment page sends. */
async function payPlan({ request }: BrowserContext, paymentUrl: string, card: string): Promise<void> {
  const form = { number: card, expiry: '12 / 39', cvc: '123', name: 'Petra Muster' };
  const paid = await request.post(paymentUrl, { form, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
}

/** Moves the payment provider's clock; what is due in between happens, and its messages have arrived with us afterwards. */
export async function moveProviderClock(context: BrowserContext, days: number): Promise<void> {
  const portal = await context.request.post('/api/v1/subscription/portal', { headers });
  await moveClockAt(new URL(((await portal.json()) as { url: string }).url).origin, context, days);
}

function secretKey(): string {
  const dataDir = process.env.BILDNIS_DATA_DIR;
  if (!dataDir) throw new Error('BILDNIS_DATA_DIR does not say where the test server keeps its secrets.');
  return (JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { stripeSecretKey: string })
    .stripeSecretKey;
}

let moved = { origin: '', days: 0 };

async function moveClockAt(origin: string, context: BrowserContext, days: number): Promise<void> {
  const answer = await context.request.post(`${origin}/control/clock`, {
    headers: { authorization: `Bearer ${secretKey()}` },
    form: { days: String(days) },
  });
  expect(answer.status()).toBe(200);
  moved = { origin, days: moved.days + days };
}

/** All tests share the provider: one that moved its clock puts it back. */
export async function resetProviderClock(context: BrowserContext): Promise<void> {
  if (moved.days !== 0) await moveClockAt(moved.origin, context, -moved.days);
}

/** The balance as the server has it. */
export async function creditsOf({ request }: BrowserContext): Promise<number> {
  return ((await (await request.get('/api/v1/me')).json()) as { credits: number }).credits;
}
