import { createHmac, randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type BrowserContext } from '@playwright/test';

const mailbox = process.env.BILDNIS_MAILBOX_URL ?? '';
const origin = process.env.BILDNIS_URL ?? 'http://localhost:3000';
const headers = { origin: new URL(origin).origin };

export interface Account {
  email: string;
  password: string;
}

/** The token of the link in the newest mail to an address. */
async function tokenFromMail(request: APIRequestContext, email: string): Promise<string> {
  let token = '';
  await expect(async () => {
    const mails = (await (await request.get(`${mailbox}/messages?to=${encodeURIComponent(email)}`)).json()) as {
      text: string;
    }[];
    token = /token=([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
  }).toPass({ timeout: 20_000, intervals: [50] });
  return token;
}

/** Opens an account with a confirmed address; nobody is signed in afterwards. */
export async function openAccount(request: APIRequestContext): Promise<Account> {
  const account = { email: `petra-${randomUUID()}@example.org`, password: 'Sommerwiese-42' };
  const made = await request.post('/api/v1/auth/register', {
    headers,
    data: { ...account, displayName: 'Petra Muster', acceptTerms: true },
  });
  expect(made.status()).toBe(201);
  const token = await tokenFromMail(request, account.email);
  // As a program: the cookie of this context stays free for a session of its own.
  expect(
    (
      await request.post('/api/v1/auth/confirm-email', {
        headers,
        data: { token, password: account.password, session: 'token' },
      })
    ).status(),
  ).toBe(200);
  return account;
}

/** Signs in without the form; the answer's status says whether it worked. */
export async function signIn({ request }: BrowserContext, { email, password }: Account): Promise<number> {
  return (await request.post('/api/v1/auth/login', { headers, data: { email, password, session: 'cookie' } })).status();
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
