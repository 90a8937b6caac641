import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from '@bildnis/sdk';
import { Failure } from './failure.ts';
import { texts } from './texts.ts';
import { waitUntil } from './wait.ts';

const MINUTE = 60_000;

/** Signs the client in: with an API key, or as a new customer of the embedded mode. @returns what the client signs in with */
export async function signIn(client: Client, apiKey: string | null): Promise<string> {
  const service = await client.getServiceInfo();
  if (!apiKey && !(service.embedded && service.mailboxUrl)) throw new Failure(texts.keyNeeded, 2);
  const token = apiKey ?? (await tokenOfNewAccount(client, service.mailboxUrl!));
  client.setToken(token);
  if (!apiKey) await orderPlan(client);
  return token;
}

/** What the app asks before the first photo, for people who make portraits of themselves. */
export async function consent(client: Client): Promise<void> {
  const current = await client.getCurrentConsents();
  await client.giveConsent({ body: { kind: 'facial_images', version: current.facial_images.version } });
  await client.giveConsent({ body: { kind: 'self_and_adult', version: current.self_and_adult.version } });
}

/** Does what a person would do: registers, and follows the link in the email. */
async function tokenOfNewAccount(client: Client, mailboxUrl: string): Promise<string> {
  const email = `portraits-${randomUUID()}@example.org`;
  const password = randomBytes(12).toString('base64url');
  await client.register({ body: { email, password, displayName: 'Portraits', acceptTerms: true } });
  const token = await waitUntil(texts.account, MINUTE, () => tokenFromMail(mailboxUrl, email));
  return (await client.confirmEmail({ body: { token, password, session: 'token' } })).token!;
}

/** Orders a plan and pays with the test card. */
async function orderPlan(client: Client): Promise<void> {
  const order = await client.createOrder({
    idempotencyKey: randomUUID(),
    body: { kind: 'plan', planId: 'professional', acceptEarlyStart: true, acceptWithdrawalEffect: true },
  });
  if (!order.paymentUrl) throw new Failure(texts.failed('checkout', null));
  const card = new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123', name: 'Portraits' });
  await fetch(order.paymentUrl, { method: 'POST', body: card, redirect: 'manual' });
  await waitUntil(texts.account, MINUTE, async () =>
    (await client.getOrder({ path: { id: order.id } })).status === 'paid' ? true : null,
  );
}

async function tokenFromMail(mailboxUrl: string, email: string): Promise<string | null> {
  const mails = (await (await fetch(`${mailboxUrl}/messages?to=${encodeURIComponent(email)}`)).json()) as {
    text: string;
  }[];
  const link = mails.map((mail) => /confirm-email\?token=(\S+)/.exec(mail.text)?.[1]).find(Boolean);
  return link ? decodeURIComponent(link) : null;
}
