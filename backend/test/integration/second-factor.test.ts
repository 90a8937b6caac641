import { randomUUID } from 'node:crypto';
import { Secret } from 'otpauth';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Caller } from '../support/caller.js';
import {
  AuthenticatorApp,
  hasSecondFactor,
  login,
  member,
  noticesTo,
  pass,
  programOf,
  TOO_LONG,
  withAuthenticator,
  withPasskey,
  type Member,
} from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

const CODE_INVALID = { status: 400, body: { code: 'code_invalid' } };
const NOT_FOUND = { status: 404, body: { code: 'not_found' } };
const CONFLICT = { status: 409, body: { code: 'conflict' } };
const MISSING = { status: 403, body: { code: 'second_factor_required' } };
const PROOF = { status: 403, body: { code: 'proof_required' } };

interface Setup {
  setupId: string;
  secret: string;
  uri: string;
}

const setupFor = async (who: Member) => (await who.caller.post<Setup>('/me/authenticator/setup')).body;
const authenticatorOf = async (who: Member) =>
  (await who.caller.get<{ authenticator: { recoveryCodesLeft: number } | null }>('/me/security')).body.authenticator;

describe('switching the authenticator on', () => {
  test('the app is told who and where; the first right code switches it on and brings ten codes for paper', async () => {
    const who = await member(product);
    const { setupId, secret, uri } = await setupFor(who);
    expect(new URL(uri).protocol).toBe('otpauth:');
    expect(decodeURIComponent(new URL(uri).pathname)).toContain(`Bildnis:${who.email}`);
    expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({
      issuer: 'Bildnis',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(await authenticatorOf(who)).toBeNull();
    const code = new AuthenticatorApp(product, secret).code();
    const confirmed = await who.caller.post<{ codes: string[] }>('/me/authenticator', {
      setupId,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(confirmed.status).toBe(201);
    expect(new Set(confirmed.body.codes).size).toBe(10);
    for (const one of confirmed.body.codes) expect(one).toMatch(/^[a-kmnp-z2-9]{5}-[a-kmnp-z2-9]{5}$/);
    expect(await authenticatorOf(who)).toMatchObject({ recoveryCodesLeft: 10 });
    expect(await noticesTo(product, who.id)).toEqual(['authenticator_added']);
    expect(await hasSecondFactor(who.caller)).toBe(true);
  });

  test('a wrong code leaves the setup usable; a foreign, unknown or old setup is none', async () => {
    const [who, stranger] = [await member(product), await member(product)];
    const { setupId, secret } = await setupFor(who);
    const app = new AuthenticatorApp(product, secret);
    const confirm = (person: Member, id: string, code: string) =>
      person.caller.post('/me/authenticator', { setupId: id, code });
    expect(await confirm(who, setupId, app.code(7))).toMatchObject(CODE_INVALID);
    expect(await confirm(stranger, setupId, app.code())).toMatchObject(CODE_INVALID);
    expect(await confirm(who, randomUUID(), app.code())).toMatchObject(CODE_INVALID);
    pass(product, TOO_LONG);
    await who.caller.post('/auth/prove', { method: 'password', value: who.password });
    expect(await confirm(who, setupId, app.code())).toMatchObject(CODE_INVALID);
    const again = await setupFor(who);
    expect((await confirm(who, again.setupId, new AuthenticatorApp(product, again.secret).code())).status).toBe(201);
    expect(await authenticatorOf(stranger)).toBeNull();
  });

  test('one account has one authenticator, also when two setups end at the same moment', async () => {
    const who = await member(product);
    const setups = [await setupFor(who), await setupFor(who)];
    const answers = await Promise.all(
      setups.map(({ setupId, secret }) =>
        who.caller.post('/me/authenticator', { setupId, code: new AuthenticatorApp(product, secret).code() }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(await who.caller.post('/me/authenticator/setup')).toMatchObject(CONFLICT);
    expect(await authenticatorOf(who)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test('the database holds neither the secret nor a recovery code, and a secret copied to another row opens nothing', async () => {
    const [who, stranger] = [await member(product), await member(product)];
    const pending = await setupFor(stranger);
    const { setupId, secret } = await setupFor(who);
    const app = new AuthenticatorApp(product, secret);
    const { codes } = (await who.caller.post<{ codes: string[] }>('/me/authenticator', { setupId, code: app.code() }))
      .body;
    const tables = await Promise.all(
      ['authenticator', 'recovery_code', 'auth_challenge', 'job'].map((table) =>
        product.em().execute(`select * from ${table}`),
      ),
    );
    const stored = JSON.stringify(tables).toLowerCase();
    for (const plain of [secret, pending.secret]) {
      const bytes = Buffer.from(Secret.fromBase32(plain).bytes);
      for (const form of [plain, bytes.toString('hex'), bytes.toString('base64url'), bytes.toString('base64')])
        expect(stored).not.toContain(form.toLowerCase());
    }
    for (const code of codes) for (const form of [code, code.replace('-', '')]) expect(stored).not.toContain(form);
    await withAuthenticator(product, stranger);
    await product
      .em()
      .execute(
        'update authenticator set sealed_secret = (select sealed_secret from authenticator where user_id = ?) where user_id = ?',
        [who.id, stranger.id],
      );
    expect(await login(product, stranger, app.nextCode())).toMatchObject(CODE_INVALID);
    expect((await login(product, who, app.code())).status).toBe(200);
  });
});

describe('signing in with a password and a code', () => {
  test('without an authenticator nothing more is asked, also of people with passkeys', async () => {
    const who = await member(product);
    await withPasskey(product, who);
    const answer = await login(product, who);
    expect(answer.status).toBe(200);
    expect(await hasSecondFactor(new Caller(product.origin, answer.body.token))).toBe(false);
  });

  test('the code is asked for after the right password only; with it the session has a second factor', async () => {
    const who = await member(product);
    const { app } = await withAuthenticator(product, who);
    expect(await login(product, { ...who, password: 'falsch-falsch' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect(await login(product, { ...who, password: 'falsch-falsch' }, app.nextCode())).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect(await login(product, who)).toMatchObject(MISSING);
    expect(await login(product, who, app.code(9))).toMatchObject(CODE_INVALID);
    const code = app.nextCode();
    const answer = await login(product, who, ` ${code.slice(0, 3)} – ${code.slice(3)} `);
    expect(answer.status).toBe(200);
    expect(await hasSecondFactor(new Caller(product.origin, answer.body.token))).toBe(true);
  });

  test('a code works once: not the one of the setup, not again, not an older one, not twice at the same moment', async () => {
    const who = await member(product);
    const { app } = await withAuthenticator(product, who);
    expect(await login(product, who, app.code())).toMatchObject(CODE_INVALID);
    const code = app.nextCode();
    const older = app.code(-1);
    expect((await login(product, who, code)).status).toBe(200);
    expect(await login(product, who, code)).toMatchObject(CODE_INVALID);
    expect(await login(product, who, older)).toMatchObject(CODE_INVALID);
    const next = app.nextCode();
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(product, who, next)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400]);
  });

  test('a telephone may be one step off, to either side, no further', async () => {
    const who = await member(product);
    const { app } = await withAuthenticator(product, who);
    for (let step = 0; step < 5; step += 1) app.nextCode();
    expect(await login(product, who, app.code(-2))).toMatchObject(CODE_INVALID);
    expect((await login(product, who, app.code(-1))).status).toBe(200);
    expect(await login(product, who, app.code(2))).toMatchObject(CODE_INVALID);
    expect((await login(product, who, app.code(1))).status).toBe(200);
  });

  test('a recovery code works once, however it is written, and its owner is told', async () => {
    const who = await member(product);
    const { recoveryCodes } = await withAuthenticator(product, who);
    const [first, second] = recoveryCodes as [string, string];
    expect((await login(product, who, first.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect(await login(product, who, first)).toMatchObject(CODE_INVALID);
    expect(await login(product, who, 'aaaaa-aaaaa')).toMatchObject(CODE_INVALID);
    const answers = await Promise.all([1, 2, 3].map(() => login(product, who, second)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    expect(await authenticatorOf(who)).toMatchObject({ recoveryCodesLeft: 8 });
    expect(await noticesTo(product, who.id)).toEqual([
      'authenticator_added',
      'recovery_code_used',
      'recovery_code_used',
    ]);
    const stranger = await member(product);
    await withAuthenticator(product, stranger);
    expect(await login(product, stranger, recoveryCodes[2])).toMatchObject(CODE_INVALID);
  });
});

describe('keeping the authenticator', () => {
  test('new recovery codes end the old ones', async () => {
    const who = await member(product);
    expect(await who.caller.post('/me/authenticator/recovery-codes')).toMatchObject(NOT_FOUND);
    const { recoveryCodes } = await withAuthenticator(product, who);
    const renewed = await who.caller.post<{ codes: string[] }>('/me/authenticator/recovery-codes');
    expect(renewed.status).toBe(201);
    expect(await login(product, who, recoveryCodes[0])).toMatchObject(CODE_INVALID);
    expect((await login(product, who, renewed.body.codes[0])).status).toBe(200);
    expect(await authenticatorOf(who)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await noticesTo(product, who.id)).toEqual([
      'authenticator_added',
      'recovery_codes_renewed',
      'recovery_code_used',
    ]);
  });

  test('switched off it asks for nothing more; its recovery codes are gone, and a new one may come', async () => {
    const [who, stranger] = [await member(product), await member(product)];
    await withAuthenticator(product, who);
    expect(await stranger.caller.delete('/me/authenticator')).toMatchObject(NOT_FOUND);
    expect((await who.caller.delete('/me/authenticator')).status).toBe(204);
    expect(await who.caller.delete('/me/authenticator')).toMatchObject(NOT_FOUND);
    expect(await product.em().execute('select id from recovery_code where user_id = ?', [who.id])).toEqual([]);
    expect((await login(product, who)).status).toBe(200);
    expect(await noticesTo(product, who.id)).toEqual(['authenticator_added', 'authenticator_removed']);
    await withAuthenticator(product, who);
    expect(await login(product, who)).toMatchObject(MISSING);
  });

  test('each step needs a recent proof of identity', async () => {
    const who = await member(product);
    const { setupId, secret } = await setupFor(who);
    pass(product, TOO_LONG);
    expect(await who.caller.post('/me/authenticator/setup')).toMatchObject(PROOF);
    expect(
      await who.caller.post('/me/authenticator', { setupId, code: new AuthenticatorApp(product, secret).code() }),
    ).toMatchObject(PROOF);
    expect(await who.caller.post('/me/authenticator/recovery-codes')).toMatchObject(PROOF);
    expect(await who.caller.delete('/me/authenticator')).toMatchObject(PROOF);
  });

  test('no key of a program reaches any of it', async () => {
    const program = await programOf(product, await member(product));
    const answers = await Promise.all([
      program.post('/me/authenticator/setup'),
      program.post('/me/authenticator', {}),
      program.post('/me/authenticator/recovery-codes'),
      program.delete('/me/authenticator'),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });
});

test('open pages hear of every change to the ways in', async () => {
  const who = await member(product);
  const page = io(product.origin, {
    path: '/socket.io',
    transports: ['websocket'],
    auth: { token: who.caller.token },
    reconnection: false,
  });
  const events: string[] = [];
  page.onAny((name: string) => events.push(name));
  try {
    await until('the connection', () => (events.includes('ready') ? true : null));
    const changed = (times: number) =>
      until(`change ${times}`, () =>
        events.filter((name) => name === 'account.changed').length === times ? true : null,
      );
    const { id } = await withPasskey(product, who);
    await changed(1);
    await who.caller.patch(`/me/passkeys/${id}`, { name: 'Altes Telefon' });
    await changed(2);
    await who.caller.delete(`/me/passkeys/${id}`);
    await changed(3);
    const { recoveryCodes } = await withAuthenticator(product, who);
    await changed(4);
    await who.caller.post('/auth/prove', { method: 'authenticator', value: recoveryCodes[0] });
    await changed(5);
    await who.caller.post('/me/authenticator/recovery-codes');
    await changed(6);
    await who.caller.delete('/me/authenticator');
    await changed(7);
  } finally {
    page.close();
  }
});
