import { createHmac, randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type BrowserContext } from '@playwright/test';

interface Place {
  url: string;
  mailboxUrl?: string;
}
/** The server of this worker; a test that has one of its own says so. */
const HOME: Place = {
  url: process.env.BILDNIS_URL ?? 'http://localhost:3000',
  mailboxUrl: process.env.BILDNIS_MAILBOX_URL ?? '',
};
const headersAt = ({ url }: Pick<Place, 'url'>) => ({ origin: new URL(url).origin });

export interface Account {
  email: string;
  password: string;
}

/** The token of the link in the newest mail to an address. */
async function tokenFromMail(request: APIRequestContext, email: string, { mailboxUrl }: Place): Promise<string> {
  let token = '';
  await expect(async () => {
    const mails = (await (await request.get(`${mailboxUrl}/messages?to=${encodeURIComponent(email)}`)).json()) as {
      text: string;
    }[];
    token = /token=([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
  }).toPass({ timeout: 20_000, intervals: [50] });
  return token;
}

/** Registers; the address is not confirmed afterwards. */
async function registerOnly(request: APIRequestContext, at = HOME): Promise<Account> {
  const account = { email: `petra-${randomUUID()}@example.org`, password: 'Sommerwiese-42' };
  const made = await request.post(`${at.url}/api/v1/auth/register`, {
    headers: headersAt(at),
    data: { ...account, displayName: 'Petra Muster', acceptTerms: true },
  });
  expect(made.status()).toBe(201);
  return account;
}

/** Registers and confirms the address by the mail; in the browser that registered, the link alone is proof. */
async function register(request: APIRequestContext, session: 'token' | 'cookie', at = HOME): Promise<Account> {
  const account = await registerOnly(request, at);
  const token = await tokenFromMail(request, account.email, at);
  const confirmed = await request.post(`${at.url}/api/v1/auth/confirm-email`, {
    headers: headersAt(at),
    data: { token, session },
  });
  expect(confirmed.status()).toBe(200);
  return account;
}

/** Opens an account with a confirmed address; nobody is signed in afterwards: a program was. */
export const openAccount = (request: APIRequestContext): Promise<Account> => register(request, 'token');

/** Opens an account whose owner is signed in in this browser. */
export const enter = ({ request }: Pick<BrowserContext, 'request'>, at = HOME): Promise<Account> =>
  register(request, 'cookie', at);

/** Signs in without the form; the answer's status says whether it worked. */
export async function signIn(
  { request }: BrowserContext,
  { email, password }: Account,
  at: Pick<Place, 'url'> = HOME,
): Promise<number> {
  const answer = await request.post(`${at.url}/api/v1/auth/login`, {
    headers: headersAt(at),
    data: { email, password, session: 'cookie' },
  });
  return answer.status();
}

/** The code an authenticator app shows for a Base32 secret at a moment (RFC 6238: SHA-1, 30 s, six digits). */
export function authenticatorCode(secret: string, at = Date.now()): string {
  const bits = Array.from(secret)
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
