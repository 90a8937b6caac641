import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { Caller } from '../support/caller.js';
import { confirmationToken, customer, registeredCustomer } from '../support/customers.js';
import { lettersTo } from '../support/letters.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'true' } });
});
afterAll(() => product.stop());

const newcomer = { displayName: 'Petra Muster', acceptTerms: true, password: 'Sommerwiese-42' };

describe('accounts', () => {
  test('a newcomer cannot sign in before the address is confirmed; the link signs in once', async () => {
    const { email, password } = await registeredCustomer(product);
    const login = () => product.anonymous().post<{ code: string; token: string }>('/auth/login', { email, password, session: 'token' });
    expect(await login()).toMatchObject({ status: 403, body: { code: 'email_not_confirmed' } });
    const token = await confirmationToken(product, email);
    const confirmed = await product.anonymous().post<{ token: string }>('/auth/confirm-email', { token, session: 'token' });
    expect((await new Caller(product.origin, confirmed.body.token).get('/me')).body).toMatchObject({ email, emailConfirmed: true, credits: 0, hasActiveSubscription: false });
    expect(await product.anonymous().post('/auth/confirm-email', { token })).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    expect((await login()).status).toBe(200);
  });

  test('of several confirmation links one signs in, then none any more', async () => {
    const { email } = await registeredCustomer(product);
    const first = await confirmationToken(product, email);
    await product.anonymous().post('/auth/resend-confirmation', { email });
    const letters = await lettersTo(product, email, /bestätigen/, 2);
    const tokens = letters.map((letter) => decodeURIComponent(/confirm-email\?token=(\S+)/.exec(letter.text)![1]!));
    expect(new Set([first, ...tokens]).size).toBe(2);
    const answers = [];
    for (const token of tokens) answers.push((await product.anonymous().post('/auth/confirm-email', { token })).status);
    expect(answers).toEqual([200, 400]);
  });

  test('the terms accepted at the opening are listed beside the consents, not among them', async () => {
    const caller = await customer(product);
    const before = Date.now();
    const { body } = await caller.get<{ items: unknown[]; terms: { version: string; acceptedAt: string } }>('/consents');
    expect(body).toEqual({ items: [], terms: { version: facts.consents.terms, acceptedAt: expect.any(String) } });
    expect(Math.abs(before - Date.parse(body.terms.acceptedAt))).toBeLessThan(60_000);
  });

  test('a forged or foreign token signs nobody in', async () => {
    const { email } = await registeredCustomer(product);
    const [id] = (await confirmationToken(product, email)).split('.');
    for (const token of ['x', `${id}.`, `${id}.AAAA`, `${id}`, `00000000-0000-4000-8000-000000000000.${'A'.repeat(43)}`]) {
      expect((await product.anonymous().post('/auth/confirm-email', { token })).body).toMatchObject({ code: 'token_invalid' });
    }
  });

  test('addresses are taken once, whatever their case', async () => {
    const { email } = await registeredCustomer(product);
    expect(await product.anonymous().post('/auth/register', { ...newcomer, email: ` ${email.toUpperCase()} ` })).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  test.each([
    ['no terms', { acceptTerms: false }, 'acceptTerms'],
    ['no name', { displayName: '   ' }, 'displayName'],
    ['a name nobody can see', { displayName: '\u200b\u202e' }, 'displayName'],
    ['a name with a NUL', { displayName: 'Pe\u0000tra' }, 'displayName'],
    ['a long name', { displayName: 'x'.repeat(101) }, 'displayName'],
    ['no address', { email: 'petra' }, 'email'],
    ['an address kept for deleted accounts', { email: ' deleted-1@BILDNIS.invalid ' }, 'email'],
    ['credits of one’s own', { credits: 1000 }, 'credits'],
    ['a role of one’s own', { role: 'admin' }, 'role'],
  ])('registering with %s is refused at the field', async (_what, change, path) => {
    const answer = await product.anonymous().post<{ fields: { path: string }[] }>('/auth/register', { ...newcomer, email: 'neu@example.org', ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.fields.map((field) => field.path)).toContain(path);
  });

  test('a password below six characters is refused', async () => {
    expect(await product.anonymous().post('/auth/register', { ...newcomer, email: 'kurz@example.org', password: '12345' })).toMatchObject({ status: 400, body: { code: 'weak_password' } });
  });

  test('known and unknown addresses answer alike at sign-in and resend', async () => {
    const { email } = await registeredCustomer(product);
    const wrong = await product.anonymous().post('/auth/login', { email, password: 'falsch-falsch' });
    const unknown = await product.anonymous().post('/auth/login', { email: 'niemand@example.org', password: 'falsch-falsch' });
    expect([wrong.status, wrong.body['code']]).toEqual([unknown.status, unknown.body['code']]);
    const known = await product.anonymous().post('/auth/resend-confirmation', { email });
    const nobody = await product.anonymous().post('/auth/resend-confirmation', { email: 'niemand@example.org' });
    expect([known.status, known.body]).toEqual([nobody.status, nobody.body]);
  });

  test('guessing is limited per account and address, with a time to come back', async () => {
    const { email } = await registeredCustomer(product);
    const answers = [];
    for (let attempt = 0; attempt < 12; attempt += 1) answers.push(await product.anonymous().post('/auth/login', { email, password: `falsch-${attempt}` }));
    const last = answers.at(-1)!;
    expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('signing out ends the session at once; a cookie’s token is no bearer token', async () => {
    const caller = await customer(product);
    expect((await caller.post('/auth/logout')).status).toBe(204);
    expect((await caller.get('/me')).status).toBe(401);
    const { email } = await registeredCustomer(product);
    const answer = await product.anonymous().send('POST', '/auth/confirm-email', { token: await confirmationToken(product, email) });
    const cookie = /bildnis_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly/i);
    expect((await new Caller(product.origin, decodeURIComponent(cookie)).get('/me')).status).toBe(401);
    expect((await product.anonymous().send('GET', '/me', undefined, { cookie: `bildnis_session=${cookie}` })).status).toBe(200);
    const foreign = await product.anonymous().send('POST', '/auth/logout', undefined, { cookie: `bildnis_session=${cookie}`, origin: 'https://evil.example' });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'origin_refused' } });
  });

  test('links in mails use the configured origin, not the Host header', async () => {
    const email = 'host@example.org';
    await product.anonymous().send('POST', '/auth/register', { ...newcomer, email }, { 'x-forwarded-host': 'evil.example' });
    await confirmationToken(product, email);
    const letters = (await (await fetch(`${product.mailbox.url}/messages?to=${email}`)).json()) as { text: string }[];
    expect(letters[0]!.text).toContain(`${product.origin}/confirm-email?token=`);
    expect(letters[0]!.text).not.toContain('evil.example');
  });
});
