import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshKey, SoftAuthenticator, type Lie } from '../support/authenticator.js';
import { Caller } from '../support/caller.js';
import {
  assertionFor,
  hasSecondFactor,
  member,
  noticesTo,
  pass,
  programOf,
  registrationFor,
  TOO_LONG,
  withoutPassword,
  withPasskey,
  type Member,
} from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

const INVALID = { status: 400, body: { code: 'passkey_invalid' } };
const NOT_FOUND = { status: 404, body: { code: 'not_found' } };

async function signIn(keys: SoftAuthenticator, lie: Lie = {}) {
  const { challengeId, options } = await assertionFor(product.anonymous(), '/auth/passkeys/options');
  return product.anonymous().post<{ token: string; user: { id: string } }>('/auth/passkeys/sign-in', {
    challengeId,
    response: keys.get(options, lie),
    session: 'token',
  });
}

async function addTo(who: Member, lie: Lie = {}) {
  const { challengeId, options } = await registrationFor(who.caller);
  return who.caller.post('/me/passkeys', {
    challengeId,
    name: 'Telefon',
    response: new SoftAuthenticator(product.origin).create(options, lie),
  });
}

const passkeysOf = async (who: Member) =>
  (await who.caller.get<{ passkeys: { id: string; name: string; lastUsedAt: string | null }[] }>('/me/security')).body
    .passkeys;

describe('adding a passkey', () => {
  test('the browser is asked for a discoverable passkey with the person verified, and told nothing personal to keep in its handle', async () => {
    const who = await member(product);
    const { options } = await registrationFor(who.caller);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Bildnis' },
      user: { name: who.email, displayName: 'Petra Muster' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(who.id.replaceAll('-', ''));
  });

  test('it stands among the ways in, its owner is told, and this session has shown a second factor', async () => {
    const who = await member(product);
    expect(await hasSecondFactor(who.caller)).toBe(false);
    const { id } = await withPasskey(product, who, '  Telefon von Petra ');
    expect(await passkeysOf(who)).toEqual([
      expect.objectContaining({ id, name: 'Telefon von Petra', backedUp: true, lastUsedAt: null }),
    ]);
    expect(await noticesTo(product, who.id)).toEqual(['passkey_added']);
    expect(await hasSecondFactor(who.caller)).toBe(true);
    expect((await registrationFor(who.caller)).options.excludeCredentials).toHaveLength(1);
  });

  test.each<[string, Lie]>([
    ['made on a foreign page', { origin: 'https://bildnis.example' }],
    ['made on another port of the same machine', { origin: 'http://localhost:1' }],
    ['made for a foreign site', { rpId: 'bildnis.example' }],
    ['made without verifying the person', { userVerified: false }],
    ['made for another challenge', { challenge: 'Zm9yZWlnbg' }],
    ['that is an answer to signing in', { type: 'webauthn.get' }],
    ['with a certificate nobody asked for', { attestation: 'certified' }],
  ])('a passkey %s is refused', async (_what, lie) => {
    const who = await member(product);
    expect(await addTo(who, lie)).toMatchObject(INVALID);
    expect(await passkeysOf(who)).toEqual([]);
  });

  test('one that vouches for itself is taken: browsers may leave that in', async () => {
    const who = await member(product);
    expect((await addTo(who, { attestation: 'self' })).status).toBe(201);
  });

  test('a challenge serves its own person once, also after a failure, and ten minutes long', async () => {
    const [who, stranger] = [await member(product), await member(product)];
    const keys = new SoftAuthenticator(product.origin);
    const first = await registrationFor(who.caller);
    const body = { challengeId: first.challengeId, name: 'Telefon', response: keys.create(first.options) };
    expect(await stranger.caller.post('/me/passkeys', body)).toMatchObject(INVALID);
    expect((await who.caller.post('/me/passkeys', body)).status).toBe(201);
    expect(await who.caller.post('/me/passkeys', body)).toMatchObject(INVALID);
    const second = await registrationFor(who.caller);
    expect(
      await who.caller.post('/me/passkeys', {
        challengeId: second.challengeId,
        name: 'Telefon',
        response: keys.create(second.options, { userVerified: false }),
      }),
    ).toMatchObject(INVALID);
    expect(
      await who.caller.post('/me/passkeys', {
        challengeId: second.challengeId,
        name: 'Telefon',
        response: keys.create(second.options),
      }),
    ).toMatchObject(INVALID);
    const third = await registrationFor(who.caller);
    pass(product, TOO_LONG);
    await who.caller.post('/auth/prove', { method: 'password', value: who.password });
    expect(
      await who.caller.post('/me/passkeys', {
        challengeId: third.challengeId,
        name: 'Telefon',
        response: keys.create(third.options),
      }),
    ).toMatchObject(INVALID);
  });

  test('a passkey belongs to one account, and an account has at most twenty', async () => {
    const [who, stranger] = [await member(product), await member(product)];
    const { keys } = await withPasskey(product, who);
    const conflict = { status: 409, body: { code: 'conflict' } };
    for (const person of [who, stranger]) {
      const { challengeId, options } = await registrationFor(person.caller);
      expect(
        await person.caller.post('/me/passkeys', { challengeId, name: 'Telefon', response: keys.createAgain(options) }),
      ).toMatchObject(conflict);
    }
    for (let count = 1; count < 20; count += 1) await withPasskey(product, who, `Telefon ${count}`);
    expect(await addTo(who)).toMatchObject(conflict);
    expect(await passkeysOf(who)).toHaveLength(20);
    expect(await passkeysOf(stranger)).toEqual([]);
  });
});

describe('signing in with a passkey', () => {
  test('the site asks for nobody in particular; the passkey tells who it is and counts as a second factor', async () => {
    const who = await member(product);
    const { keys } = await withPasskey(product, who);
    const { options } = await assertionFor(product.anonymous(), '/auth/passkeys/options');
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    const answer = await signIn(keys);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: who.id, email: who.email } } });
    expect(await hasSecondFactor(new Caller(product.origin, answer.body.token))).toBe(true);
    expect((await passkeysOf(who))[0]!.lastUsedAt).not.toBeNull();
  });

  test.each<[string, Lie]>([
    ['signed by another key', { key: freshKey() }],
    ['from a foreign page', { origin: 'https://bildnis.example' }],
    ['for a foreign site', { rpId: 'bildnis.example' }],
    ['without the person verified', { userVerified: false }],
    ['to another challenge', { challenge: 'Zm9yZWlnbg' }],
    [
      'that names another owner',
      { userHandle: Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url') },
    ],
    ['that names no owner', { userHandle: null }],
    ['of a registration', { type: 'webauthn.create' }],
  ])('an answer %s gets the same refusal as an unknown passkey', async (_what, lie) => {
    const who = await member(product);
    const { keys } = await withPasskey(product, who);
    const stranger = new SoftAuthenticator(product.origin);
    stranger.create((await registrationFor(who.caller)).options);
    const [unknown, refused] = [await signIn(stranger), await signIn(keys, lie)];
    expect(refused).toMatchObject(INVALID);
    expect({ ...refused.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect((await signIn(keys)).status).toBe(200);
  });

  test('a challenge serves once, also after a failure, for its purpose only, and ten minutes long', async () => {
    const who = await member(product);
    const { keys } = await withPasskey(product, who);
    const send = (challengeId: string, response: object) =>
      product.anonymous().post('/auth/passkeys/sign-in', { challengeId, response });
    const begin = () => assertionFor(product.anonymous(), '/auth/passkeys/options');
    const first = await begin();
    const answer = keys.get(first.options);
    expect((await send(first.challengeId, answer)).status).toBe(200);
    expect(await send(first.challengeId, answer)).toMatchObject(INVALID);
    const second = await begin();
    expect(await send(second.challengeId, keys.get(second.options, { userVerified: false }))).toMatchObject(INVALID);
    expect(await send(second.challengeId, keys.get(second.options))).toMatchObject(INVALID);
    const proof = await assertionFor(who.caller, '/auth/prove/passkey-options');
    expect(await send(proof.challengeId, keys.get(proof.options))).toMatchObject(INVALID);
    const third = await begin();
    pass(product, TOO_LONG);
    expect(await send(third.challengeId, keys.get(third.options))).toMatchObject(INVALID);
  });

  test('of two who send the same answer at the same moment one gets in', async () => {
    const { keys } = await withPasskey(product, await member(product));
    const { challengeId, options } = await assertionFor(product.anonymous(), '/auth/passkeys/options');
    const response = keys.get(options);
    const answers = await Promise.all(
      [1, 2, 3].map(() => product.anonymous().post('/auth/passkeys/sign-in', { challengeId, response })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
  });

  test('a counter that does not go forward is a copied passkey; one that stays at nought is not', async () => {
    const { keys } = await withPasskey(product, await member(product));
    expect((await signIn(keys)).status).toBe(200);
    expect((await signIn(keys)).status).toBe(200);
    expect((await signIn(keys, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expect(await signIn(keys, { counter })).toMatchObject(INVALID);
    expect((await signIn(keys, { counter: 8 })).status).toBe(200);
  });

  test('blocked people are told so, deleted accounts and unconfirmed addresses are not there', async () => {
    const who = await member(product);
    const { keys } = await withPasskey(product, who);
    const set = (change: string) => product.em().execute(`update app_user set ${change} where id = ?`, [who.id]);
    await set('is_blocked = true');
    expect(await signIn(keys)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
    expect(await signIn(keys, { key: freshKey() })).toMatchObject(INVALID);
    await set('is_blocked = false, deleted_at = now()');
    expect(await signIn(keys)).toMatchObject(INVALID);
    await set('deleted_at = null, email_confirmed_at = null');
    expect(await signIn(keys)).toMatchObject(INVALID);
    await set('email_confirmed_at = now()');
    expect((await signIn(keys)).status).toBe(200);
  });
});

describe('keeping passkeys', () => {
  test('they are renamed and removed by their owner; a stranger’s are not there', async () => {
    const [who, stranger] = [await member(product), await member(product)];
    const { id, keys } = await withPasskey(product, who);
    expect(await stranger.caller.patch(`/me/passkeys/${id}`, { name: 'Meiner' })).toMatchObject(NOT_FOUND);
    expect(await stranger.caller.delete(`/me/passkeys/${id}`)).toMatchObject(NOT_FOUND);
    expect(await who.caller.patch(`/me/passkeys/${randomUUID()}`, { name: 'Meiner' })).toMatchObject(NOT_FOUND);
    expect(await who.caller.patch(`/me/passkeys/${id}`, { name: 'Altes Telefon' })).toMatchObject({
      status: 200,
      body: { id, name: 'Altes Telefon' },
    });
    expect((await who.caller.delete(`/me/passkeys/${id}`)).status).toBe(204);
    expect(await who.caller.delete(`/me/passkeys/${id}`)).toMatchObject(NOT_FOUND);
    expect(await passkeysOf(who)).toEqual([]);
    expect(await noticesTo(product, who.id)).toEqual(['passkey_added', 'passkey_removed']);
    expect(await signIn(keys)).toMatchObject(INVALID);
  });

  test('the last way in stays, also when two go at the same moment', async () => {
    const who = await withoutPassword(product);
    const ids = [(await withPasskey(product, who)).id, (await withPasskey(product, who)).id];
    const answers = await Promise.all(ids.map((id) => who.caller.delete(`/me/passkeys/${id}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409]);
    expect(answers.find((answer) => answer.status === 409)!.body).toMatchObject({ code: 'last_way_in' });
    const [left] = await passkeysOf(who);
    await product
      .em()
      .execute(
        "insert into google_identity (id, created_at, user_id, subject, email) values (?, now(), ?, ?, 'petra@example.org')",
        [randomUUID(), who.id, randomUUID()],
      );
    expect((await who.caller.delete(`/me/passkeys/${left!.id}`)).status).toBe(204);
  });

  test('adding and removing need a recent proof of identity', async () => {
    const who = await member(product);
    const { id } = await withPasskey(product, who);
    const { challengeId, options } = await registrationFor(who.caller);
    pass(product, TOO_LONG);
    const unproven = { status: 403, body: { code: 'proof_required' } };
    expect(await who.caller.post('/me/passkeys/options')).toMatchObject(unproven);
    expect(
      await who.caller.post('/me/passkeys', {
        challengeId,
        name: 'Telefon',
        response: new SoftAuthenticator(product.origin).create(options),
      }),
    ).toMatchObject(unproven);
    expect(await who.caller.delete(`/me/passkeys/${id}`)).toMatchObject(unproven);
    expect((await who.caller.patch(`/me/passkeys/${id}`, { name: 'Altes Telefon' })).status).toBe(200);
  });

  test('no key of a program reaches any of it', async () => {
    const who = await member(product);
    const { id } = await withPasskey(product, who);
    const program = await programOf(product, who);
    const answers = await Promise.all([
      program.post('/me/passkeys/options'),
      program.post('/me/passkeys', {}),
      program.patch(`/me/passkeys/${id}`, { name: 'Meiner' }),
      program.delete(`/me/passkeys/${id}`),
      program.post('/auth/prove/passkey-options'),
      program.post('/auth/prove/passkey', {}),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });
});
