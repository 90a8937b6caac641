import { randomBytes, randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import type { Client } from '@bildnis/sdk';
import { facts } from '@bildnis/sdk/facts';
import { Failure } from './failure.ts';
import { texts } from './texts.ts';
import { waitUntil } from './wait.ts';

const MINUTE = 60_000;

/** Signs the client in: with a key, as a new customer of the embedded mode, or with a login. */
export async function signIn(client: Client, apiKey: string | null): Promise<void> {
  const service = await client.getServiceInfo();
  if (apiKey) client.setToken(apiKey);
  else if (service.embedded && service.mailboxUrl) await becomeCustomer(client, service.mailboxUrl);
  else client.setToken(await askForLogin(client));
  await client.giveConsent({ body: { kind: 'facial_images', version: facts.consents.facialImages } });
  await client.giveConsent({ body: { kind: 'self_and_adult', version: facts.consents.selfAndAdult } });
}

/** Does what a person would do: registers, follows the link in the mail, orders a plan and pays with the test card. */
async function becomeCustomer(client: Client, mailboxUrl: string): Promise<void> {
  const email = `portraits-${randomUUID()}@example.org`;
  await client.register({ body: { email, password: randomBytes(12).toString('base64url'), displayName: 'Portraits', acceptTerms: true } });
  const token = await waitUntil(texts.account, MINUTE, () => tokenFromMail(mailboxUrl, email));
  const session = await client.confirmEmail({ body: { token, session: 'token' } });
  client.setToken(session.token);
  const order = await client.createOrder({ idempotencyKey: randomUUID(), body: { planId: 'professional', acceptEarlyStart: true, acceptWithdrawalEffect: true } });
  if (!order.checkoutUrl) throw new Failure(texts.failed('checkout', null));
  const card = new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123', name: 'Portraits' });
  await fetch(order.checkoutUrl, { method: 'POST', body: card, redirect: 'manual' });
  await waitUntil(texts.account, MINUTE, async () => ((await client.getOrder({ path: { id: order.id } })).status === 'paid' ? true : null));
}

async function tokenFromMail(mailboxUrl: string, email: string): Promise<string | null> {
  const letters = (await (await fetch(`${mailboxUrl}/messages?to=${encodeURIComponent(email)}`)).json()) as { text: string }[];
  const link = letters.map((letter) => /confirm-email\?token=(\S+)/.exec(letter.text)?.[1]).find(Boolean);
  return link ? decodeURIComponent(link) : null;
}

async function askForLogin(client: Client): Promise<string | null> {
  if (!process.stdin.isTTY) throw new Failure(texts.loginNeeded, 2);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const email = await terminal.question(texts.email);
    const password = await terminal.question(texts.password);
    return (await client.login({ body: { email, password, session: 'token' } })).token;
  } finally {
    terminal.close();
  }
}
