import { Secret, TOTP } from 'otpauth';
import { Clock, MINUTE, SECOND } from '../../src/platform/clock/index.js';
import { SCOPES } from '../../src/platform/http/index.js';
import { SoftAuthenticator, type CreationOptions, type RequestOptions } from './authenticator.js';
import { Caller, type Answer } from './caller.js';
import { PASSWORD, signedUp } from './customers.js';
import type { Product } from './product.js';

/** Somebody signed in, of whom the test knows the password. */
export interface Member {
  id: string;
  email: string;
  password: string;
  caller: Caller;
}

export async function member(product: Product): Promise<Member> {
  return { ...(await signedUp(product)), password: PASSWORD };
}

/** As for people who came by Google. */
export async function withoutPassword(product: Product): Promise<Member> {
  const someone = await member(product);
  await product.em().execute('update app_user set password_hash = null where id = ?', [someone.id]);
  return someone;
}

export interface LoginAnswer {
  code?: string;
  token: string;
}

export function login(product: Product, who: Member, secondFactor?: string): Promise<Answer<LoginAnswer>> {
  return product.anonymous().post<LoginAnswer>('/auth/login', {
    email: who.email,
    password: who.password,
    session: 'token',
    ...(secondFactor === undefined ? {} : { secondFactor }),
  });
}

/** Lets time go by, for the API and for the worker. */
export function pass(product: Product, ms: number): void {
  for (const part of [product.api, product.worker]) part?.get(Clock).shift(ms);
}

/** Long enough for a proof of identity, a challenge or a mailed code to have ended. */
export const TOO_LONG = 11 * MINUTE;

const STEP_MS = 30 * SECOND;

/** The app on somebody's telephone. */
export class AuthenticatorApp {
  private readonly totp: TOTP;

  constructor(
    private readonly product: Product,
    secret: string,
  ) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  }

  /** The code it shows. @param steps that many half minutes from now. */
  code(steps = 0): string {
    return this.totp.generate({ timestamp: this.now() + steps * STEP_MS });
  }

  /** A code that has not been shown before, and will be shown for the whole half minute. */
  nextCode(): string {
    pass(this.product, STEP_MS - (this.now() % STEP_MS));
    return this.code();
  }

  private now(): number {
    return this.product.api.get(Clock).now().getTime();
  }
}

/** Switches an authenticator on. */
export async function withAuthenticator(
  product: Product,
  who: Member,
): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> {
  const setup = await who.caller.post<{ setupId: string; secret: string }>('/me/authenticator/setup');
  const app = new AuthenticatorApp(product, setup.body.secret);
  const confirmed = await who.caller.post<{ codes: string[] }>('/me/authenticator', {
    setupId: setup.body.setupId,
    code: app.nextCode(),
  });
  if (confirmed.status !== 201)
    throw new Error(`authenticator answered ${confirmed.status} ${JSON.stringify(confirmed.body)}`);
  return { app, recoveryCodes: confirmed.body.codes };
}

interface Ceremony<T> {
  challengeId: string;
  options: T;
}

export async function registrationFor(caller: Caller): Promise<Ceremony<CreationOptions>> {
  return (await caller.post<Ceremony<CreationOptions>>('/me/passkeys/options')).body;
}

export async function assertionFor(
  caller: Caller,
  path: '/auth/passkeys/options' | '/auth/prove/passkey-options',
): Promise<Ceremony<RequestOptions>> {
  return (await caller.post<Ceremony<RequestOptions>>(path)).body;
}

/** Adds a passkey. @returns its id and the authenticator that holds it. */
export async function withPasskey(
  product: Product,
  who: Member,
  name = 'Telefon',
): Promise<{ id: string; keys: SoftAuthenticator }> {
  const keys = new SoftAuthenticator(product.origin);
  const { challengeId, options } = await registrationFor(who.caller);
  const added = await who.caller.post<{ id: string }>('/me/passkeys', {
    challengeId,
    name,
    response: keys.create(options),
  });
  if (added.status !== 201) throw new Error(`passkey answered ${added.status} ${JSON.stringify(added.body)}`);
  return { id: added.body.id, keys };
}

/** The changes its owner is told about, oldest first. */
export async function noticesTo(product: Product, userId: string): Promise<string[]> {
  const rows = await product
    .em()
    .execute<{ change: string }[]>(
      "select payload->>'change' as change from job where topic = 'accounts.security_changed' and payload->>'userId' = ? order by created_at",
      [userId],
    );
  return rows.map((row) => row.change);
}

export async function hasSecondFactor(caller: Caller): Promise<boolean> {
  return (await caller.get<{ secondFactor: boolean }>('/me/security')).body.secondFactor;
}

/** A program with a key that may do everything keys may do. */
export async function programOf(product: Product, who: Member): Promise<Caller> {
  const made = await who.caller.post<{ secret: string }>('/api-keys', { name: 'Skript', scopes: [...SCOPES] });
  return new Caller(product.origin, made.body.secret);
}
