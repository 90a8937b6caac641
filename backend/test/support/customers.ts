import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { CreditsService } from '../../src/credits/index.js';
import { facts } from '../../src/facts/index.js';
import { createUser, findUser } from '../../src/identity/index.js';
import { Clock } from '../../src/platform/clock/index.js';
import { SignInService } from '../../src/sign-in/login/sign-in.service.js';
import { Caller, idOf } from './caller.js';
import type { Product } from './product.js';
import { smallFiles } from './remembered-photos.js';
import { until } from './until.js';

/** Of every customer that these builders make. */
export const PASSWORD = 'Sommerwiese-42';

/** Somebody who has registered and not yet confirmed, by the public API. */
export async function registeredCustomer(
  product: Product,
  email = `${randomUUID()}@example.org`,
): Promise<{ email: string; password: string }> {
  const password = PASSWORD;
  const answer = await product
    .anonymous()
    .post('/auth/register', { email, password, displayName: 'Petra Muster', acceptTerms: true });
  if (answer.status !== 201) throw new Error(`register answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return { email, password };
}

/** The token in the newest confirmation mail. */
export async function confirmationToken(product: Product, email: string): Promise<string> {
  return until('the confirmation mail', () => {
    const mails = product.mailbox.emailsTo(email);
    const found = mails.map((mail) => /confirm-email\?token=(\S+)/.exec(mail.text)?.[1]).find(Boolean);
    return found ? decodeURIComponent(found) : null;
  });
}

/** Signing in with it takes no time: what it costs lies in the hash, and `password-rule/hashing.test.ts` is about that. */
let passwordHash: Promise<string> | undefined;

/**
 * Somebody new whose address is confirmed, signed in: by the services behind registration and confirmation, without their requests, email and
 * hashing, which integration/accounts is about.
 */
export async function signedUp(
  product: Product,
  email = `${randomUUID()}@example.org`,
): Promise<{ id: string; email: string; caller: Caller }> {
  passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const details = { email, displayName: 'Petra Muster', passwordHash: await passwordHash };
  const now = product.api.get(Clock).now();
  const { user, token } = await product.em().transactional(async (em) => {
    const created = await createUser(em, { ...details, emailConfirmedAt: now }, now);
    const device = { userAgent: 'node', address: '127.0.0.1' };
    return product.api
      .get(SignInService, { strict: false })
      .signIn(em, created, 'token', device, { secondFactor: false });
  });
  return { id: user.id, email, caller: new Caller(product.origin, token, user.id) };
}

/** A new session of somebody, whose others may have ended: by the service behind the sign-in. */
export async function sessionOf(product: Product, userId: string): Promise<Caller> {
  const { token } = await product.em().transactional(async (em) => {
    const user = await findUser(em, { id: userId });
    const device = { userAgent: 'node', address: '127.0.0.1' };
    return product.api
      .get(SignInService, { strict: false })
      .signIn(em, user!, 'token', device, { secondFactor: false });
  });
  return new Caller(product.origin, token, userId);
}

export const customer = async (product: Product): Promise<Caller> => (await signedUp(product)).caller;

export const emailOf = async (caller: Caller): Promise<string> =>
  (await caller.get<{ email: string }>('/me')).body.email;

/** Deletes the account. @returns its address. */
export async function leave(caller: Caller): Promise<string> {
  const email = await emailOf(caller);
  const answer = await caller.post('/me/deletion', { confirmEmail: email });
  if (answer.status !== 200) throw new Error(`deletion answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return email;
}

/** Registers again. The mail of the first time lies in the mailbox as well: its token is no good any more. */
export async function comeBack(product: Product, email: string): Promise<Caller> {
  const { password } = await registeredCustomer(product, email);
  return until('the new account', async () => {
    const answer = await product.anonymous().post<{ token: string }>('/auth/confirm-email', {
      token: await confirmationToken(product, email.toLowerCase()),
      password,
      session: 'token',
    });
    return answer.status === 200 ? new Caller(product.origin, answer.body.token) : null;
  });
}

/** Somebody whose plan has begun: read at the provider as on the return from its page, so that the events about it need not be brought. */
export async function subscriber(product: Product, planId = 'professional'): Promise<Caller> {
  const caller = await customer(product);
  const order = await caller.post<{ id: string; paymentUrl: string }>('/orders', {
    kind: 'plan',
    planId,
    acceptEarlyStart: true,
    acceptWithdrawalEffect: true,
  });
  if (order.status !== 201) throw new Error(`order answered ${order.status} ${JSON.stringify(order.body)}`);
  await payUnheard(product, caller, order.body.paymentUrl);
  const now = await caller.post<{ creditsGranted: number }>('/subscription/synchronise');
  if (!(now.body.creditsGranted > 0))
    throw new Error(`synchronising answered ${now.status} ${JSON.stringify(now.body)}`);
  return caller;
}

/** Pays, and loses the events about this customer; those about others arrive. */
async function payUnheard(product: Product, caller: Caller, paymentUrl: string): Promise<void> {
  const [known] = await product
    .em()
    .execute<{ provider_id: string }[]>('select provider_id from billing_customer where user_id = ?', [
      await idOf(caller),
    ]);
  product.stripe.holdWebhooks();
  await payAtTheTill(paymentUrl);
  await product.stripe.releaseWebhooks((events) =>
    events.filter(({ data }) => (data.object as { customer?: string }).customer !== known!.provider_id),
  );
}

/** Fills in the hosted checkout page as a browser would. */
export async function payAtTheTill(paymentUrl: string, number = '4242 4242 4242 4242'): Promise<Response> {
  const body = new URLSearchParams({ number, expiry: '12 / 30', cvc: '123', name: 'Petra Muster' });
  return fetch(paymentUrl, { method: 'POST', body, redirect: 'manual' });
}

export async function consenting(caller: Caller): Promise<Caller> {
  const current = (await caller.get<Record<string, { version: string }>>('/consents/current')).body;
  for (const [kind, { version }] of Object.entries(current)) await caller.post('/consents', { kind, version });
  return caller;
}

/** A draft with enough good photos and a name. */
export async function draftWithPhotos(caller: Caller, count: number = facts.photos.min): Promise<string> {
  await consenting(caller);
  const profile = await caller.post<{ id: string }>('/ai-profiles', { name: 'Bewerbung 2027', gender: 'female' });
  for (const photo of await smallFiles(count)) {
    const verdict = await caller.upload<{ accepted: boolean; reason: string }>(profile.body.id, photo);
    if (!verdict.body.accepted) throw new Error(`photo refused: ${JSON.stringify(verdict.body)}`);
  }
  return profile.body.id;
}

export async function readyProfile(caller: Caller): Promise<string> {
  const id = await draftWithPhotos(caller);
  const started = await caller.post(`/ai-profiles/${id}/training`);
  if (started.status !== 202) throw new Error(`training answered ${started.status} ${JSON.stringify(started.body)}`);
  await until(
    'the profile',
    async () => {
      const profile = await caller.get<{ status: string }>(`/ai-profiles/${id}`);
      if (profile.body.status === 'failed') throw new Error(`training failed ${JSON.stringify(profile.body)}`);
      return profile.body.status === 'ready' ? true : null;
    },
    90_000,
  );
  return id;
}

/** A profile that is ready, written straight into the database: for tests of what follows, where no engine runs. */
export async function profileMarkedReady(product: Product, caller: Caller): Promise<string> {
  await consenting(caller);
  const profile = await caller.post<{ id: string }>('/ai-profiles', { name: 'Bewerbung 2027', gender: 'female' });
  await product
    .em()
    .execute("update ai_profile set status = 'ready', ready_at = now() where id = ?", [profile.body.id]);
  return profile.body.id;
}

/** A draft that may be trained, its photos written straight into the database: for tests whose engine reads no photo. */
export async function draftMarkedComplete(product: Product, caller: Caller): Promise<string> {
  await consenting(caller);
  const profile = await caller.post<{ id: string }>('/ai-profiles', { name: 'Bewerbung 2027', gender: 'female' });
  const analysis = { quality: 0.8, faceHeight: 400, yaw: 0, roll: 0, embedding: '', perceptualHash: '0'.repeat(16) };
  for (let number = 0; number < facts.photos.min; number += 1) {
    await product.em().execute(
      `insert into reference_photo (id, created_at, profile_id, user_id, storage_key, width, height, analysis, content_hash)
       select gen_random_uuid(), now(), id, user_id, ?, 960, 1200, ?::jsonb, ? from ai_profile where id = ?`,
      [
        `photos/${profile.body.id}/${randomUUID()}.jpg`,
        JSON.stringify(analysis),
        `${number}`.padStart(64, '0'),
        profile.body.id,
      ],
    );
  }
  return profile.body.id;
}

/** A draft with one good photo that may be trained: of the others there are only the rows. */
export async function draftWithOnePhoto(product: Product, caller: Caller): Promise<string> {
  const id = await draftWithPhotos(caller, 1);
  await fillUp(product, id);
  return id;
}

/** Notes the photo of a draft as often as there have to be photos. */
export async function fillUp(product: Product, profileId: string): Promise<void> {
  await product.em().execute(
    `insert into reference_photo (id, created_at, profile_id, user_id, storage_key, width, height, analysis, content_hash)
     select gen_random_uuid(), now(), profile_id, user_id, storage_key || number, width, height, analysis, lpad(number::text, 64, '0')
     from reference_photo, generate_series(2, ?) number where profile_id = ?`,
    [facts.photos.min, profileId],
  );
}

/** Credits as an invoice would grant them, for tests that need a certain balance. */
export async function grantCredits(product: Product, caller: Caller, amount: number): Promise<void> {
  const userId = await idOf(caller);
  await product
    .em()
    .transactional((em) =>
      product.api
        .get(CreditsService)
        .book(em, { userId, delta: amount, reason: 'plan_grant', businessKey: `test:${randomUUID()}` }),
    );
}

export async function anyStyle(caller: Caller): Promise<string> {
  return (await caller.get<{ items: { id: string }[] }>('/styles')).body.items[0]!.id;
}
