import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { Caller, type Answer } from '../support/caller.js';
import { confirmationToken, customer, registeredCustomer } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
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
    const login = () =>
      product.anonymous().post<{ code: string; token: string }>('/auth/login', { email, password, session: 'token' });
    expect(await login()).toMatchObject({ status: 403, body: { code: 'email_not_confirmed' } });
    const token = await confirmationToken(product, email);
    const confirmed = await product
      .anonymous()
      .post<{ token: string }>('/auth/confirm-email', { token, password, session: 'token' });
    expect((await new Caller(product.origin, confirmed.body.token).get('/me')).body).toMatchObject({
      email,
      emailConfirmed: true,
      credits: 0,
      hasActiveSubscription: false,
    });
    expect(await product.anonymous().post('/auth/confirm-email', { token })).toMatchObject({
      status: 400,
      body: { code: 'token_invalid' },
    });
    expect((await login()).status).toBe(200);
  });

  test('of several confirmation links one signs in, then none any more', async () => {
    const { email, password } = await registeredCustomer(product);
    const first = await confirmationToken(product, email);
    await product.anonymous().post('/auth/resend-confirmation', { email });
    const mails = await emailsTo(product, email, /bestätigen/, 2);
    const tokens = mails.map((mail) => decodeURIComponent(/confirm-email\?token=(\S+)/.exec(mail.text)![1]!));
    expect(new Set([first, ...tokens]).size).toBe(2);
    const answers = [];
    for (const token of tokens)
      answers.push((await product.anonymous().post('/auth/confirm-email', { token, password })).status);
    expect(answers).toEqual([200, 400]);
  });

  test('the terms accepted at the opening are listed beside the consents, not among them', async () => {
    const caller = await customer(product);
    const before = Date.now();
    const { body } = await caller.get<{ items: unknown[]; terms: { version: string; acceptedAt: string } }>(
      '/consents',
    );
    expect(body).toMatchObject({ items: [], terms: { version: facts.consents.terms, acceptedAt: expect.any(String) } });
    expect(Math.abs(before - Date.parse(body.terms.acceptedAt))).toBeLessThan(60_000);
  });

  test('a forged or foreign token signs nobody in', async () => {
    const { email } = await registeredCustomer(product);
    const [id] = (await confirmationToken(product, email)).split('.');
    for (const token of ['x', `${id}.`, `${id}.AAAA`, id, `00000000-0000-4000-8000-000000000000.${'A'.repeat(43)}`]) {
      expect((await product.anonymous().post('/auth/confirm-email', { token })).body).toMatchObject({
        code: 'token_invalid',
      });
    }
  });

  test('addresses are taken once, whatever their case', async () => {
    const { email } = await registeredCustomer(product);
    expect(
      await product.anonymous().post('/auth/register', { ...newcomer, email: ` ${email.toUpperCase()} ` }),
    ).toMatchObject({ status: 409, body: { code: 'email_taken' } });
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
    const answer = await product
      .anonymous()
      .post<{ fields: { path: string }[] }>('/auth/register', { ...newcomer, email: 'neu@example.org', ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.fields.map((field) => field.path)).toContain(path);
  });

  test('a password below six characters is refused', async () => {
    expect(
      await product.anonymous().post('/auth/register', { ...newcomer, email: 'kurz@example.org', password: '12345' }),
    ).toMatchObject({ status: 400, body: { code: 'weak_password' } });
  });

  test('known and unknown addresses answer alike at sign-in and resend', async () => {
    const { email } = await registeredCustomer(product);
    const wrong = await product.anonymous().post('/auth/login', { email, password: 'falsch-falsch' });
    const unknown = await product
      .anonymous()
      .post('/auth/login', { email: 'niemand@example.org', password: 'falsch-falsch' });
    expect([wrong.status, wrong.body['code']]).toEqual([unknown.status, unknown.body['code']]);
    const known = await product.anonymous().post('/auth/resend-confirmation', { email });
    const nobody = await product.anonymous().post('/auth/resend-confirmation', { email: 'niemand@example.org' });
    expect([known.status, known.body]).toEqual([nobody.status, nobody.body]);
    // The registration, and the same again for each: the time of the answer tells nothing either.
    expect(
      (
        await product
          .em()
          .execute<{ count: number }[]>(
            `select count(*)::int as count from job where topic = 'accounts.email_confirmation_requested' and created_at >= (select created_at from app_user where email = ?)`,
            [email],
          )
      )[0]!.count,
    ).toBe(3);
  });

  test('guessing is limited per account and address, with a time to come back', async () => {
    const { email } = await registeredCustomer(product);
    const answers = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      answers.push(await product.anonymous().post('/auth/login', { email, password: `falsch-${attempt}` }));
    const last = answers.at(-1)!;
    expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('signing out ends the session at once; a cookie’s token is no bearer token', async () => {
    const caller = await customer(product);
    expect((await caller.post('/auth/logout')).status).toBe(204);
    expect((await caller.get('/me')).status).toBe(401);
    const { email, password } = await registeredCustomer(product);
    const answer = await product
      .anonymous()
      .send('POST', '/auth/confirm-email', { token: await confirmationToken(product, email), password });
    const cookie = /bildnis_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly/i);
    expect((await new Caller(product.origin, decodeURIComponent(cookie)).get('/me')).status).toBe(401);
    expect(
      (await product.anonymous().send('GET', '/me', undefined, { cookie: `bildnis_session=${cookie}` })).status,
    ).toBe(200);
    const foreign = await product
      .anonymous()
      .send('POST', '/auth/logout', undefined, { cookie: `bildnis_session=${cookie}`, origin: 'https://evil.example' });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'origin_refused' } });
  });

  test('links in mails use the configured origin, not the Host header', async () => {
    const email = 'host@example.org';
    await product
      .anonymous()
      .send('POST', '/auth/register', { ...newcomer, email }, { 'x-forwarded-host': 'evil.example' });
    await confirmationToken(product, email);
    const mails = (await (await fetch(`${product.mailbox.url}/messages?to=${email}`)).json()) as { text: string }[];
    expect(mails[0]!.text).toContain(`${product.origin}/confirm-email?token=`);
    expect(mails[0]!.text).not.toContain('evil.example');
  });
});

describe('confirming an address', () => {
  /** What a browser keeps of an answer, sent with its next requests. */
  const cookiesOf = (answer: Pick<Answer, 'headers'>) => ({
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  });
  const link = async (email: string) => ({ token: await confirmationToken(product, email) });
  const confirm = (body: object, headers: Record<string, string> = {}) =>
    product.anonymous().send<Confirmed>('POST', '/auth/confirm-email', body, headers);
  const signIn = (email: string, password: string) => product.anonymous().post('/auth/login', { email, password });
  let people = 0;
  /** The answer to a registration in a browser. */
  async function registered(
    change: object = {},
  ): Promise<{ email: string; browser: { cookie: string }; answer: Answer }> {
    const email = `bestaetigt-${(people += 1)}@example.org`;
    const answer = await product.anonymous().post('/auth/register', { ...newcomer, email, ...change });
    expect(answer.status).toBe(201);
    return { email, browser: cookiesOf(answer), answer };
  }

  test('needs nothing more in the browser that registered, whose proof no script can read and which is used up', async () => {
    const { email, browser, answer } = await registered();
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^bildnis_registration=[\w-]{43}; Max-Age=86400; Path=\/; .*HttpOnly; SameSite=Lax$/),
    ]);
    const done = await confirm(await link(email), browser);
    expect(done).toMatchObject({ status: 200, body: { user: { email, emailConfirmed: true }, redirect: null } });
    expect(done.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^bildnis_registration=;.*Expires=Thu, 01 Jan 1970/),
    );
    expect(
      await product
        .em()
        .execute('select 1 from registration r join app_user u on u.id = r.user_id where u.email = ?', [email]),
    ).toEqual([]);
  });

  test('elsewhere needs the password; a wrong one leaves the link usable', async () => {
    const { email, browser } = await registered();
    const { browser: another } = await registered();
    const status = async (headers: Record<string, string>) =>
      (await product.anonymous().send<{ status: string }>('GET', '/auth/registration', undefined, headers)).body.status;
    expect([await status(browser), await status({})]).toEqual(['waiting', 'none']);
    const token = await link(email);
    for (const headers of [{}, another, { cookie: 'bildnis_registration=geraten' }])
      expect(await confirm(token, headers)).toMatchObject({ status: 403, body: { code: 'password_required' } });
    expect(await confirm({ ...token, password: 'falsch-falsch' })).toMatchObject({
      status: 400,
      body: { code: 'password_wrong' },
    });
    expect(await confirm({ ...token, password: newcomer.password })).toMatchObject({
      status: 200,
      body: { user: { email } },
    });
    // The browser that registered is not signed in by it, and can tell.
    expect([await status(browser), await status(another)]).toEqual(['ended', 'waiting']);
    expect((await product.anonymous().send('GET', '/me', undefined, browser)).status).toBe(401);
  });

  test('a stranger who registered somebody’s address gets in with nothing once she has set a password', async () => {
    const { email, browser: stranger } = await registered({ displayName: 'Fremder', password: 'Fremdes-Wort-9' });
    const token = await link(email);
    expect(await confirm(token)).toMatchObject({ status: 403, body: { code: 'password_required' } });
    const own = { newPassword: 'Herbstwald-77', displayName: 'Anna Keller', acceptTerms: true };
    expect(await confirm({ ...token, newPassword: own.newPassword })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: [{ path: 'displayName' }, { path: 'acceptTerms' }] },
    });
    expect(await confirm({ ...token, ...own, acceptTerms: undefined })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: [{ path: 'acceptTerms' }] },
    });
    expect(await confirm({ ...token, ...own, newPassword: 'passwort' })).toMatchObject({
      status: 400,
      body: { code: 'common_password' },
    });
    const done = await confirm({ ...token, ...own });
    expect(done).toMatchObject({ status: 200, body: { user: { email, displayName: 'Anna Keller' } } });
    expect(await signIn(email, 'Fremdes-Wort-9')).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect((await product.anonymous().send('GET', '/me', undefined, stranger)).status).toBe(401);
    expect(await confirm(token, stranger)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    expect((await signIn(email, own.newPassword)).status).toBe(200);
    expect((await product.anonymous().send('GET', '/me', undefined, cookiesOf(done))).body).toMatchObject({ email });
  });

  test('of a stranger who confirms with his password and an owner who sets hers at once, one gets in', async () => {
    const { email } = await registered();
    const token = await link(email);
    const answers = await Promise.all([
      confirm({ ...token, password: newcomer.password }),
      confirm({ ...token, newPassword: 'Herbstwald-77', displayName: 'Anna', acceptTerms: true }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
    const hers = answers[1].status === 200;
    expect([(await signIn(email, newcomer.password)).status, (await signIn(email, 'Herbstwald-77')).status]).toEqual(
      hers ? [401, 200] : [200, 401],
    );
  });

  test('goes on to the page that was asked for, in whatever browser, while the registration is remembered', async () => {
    const redirect = '/bestellen?plan=starter';
    const same = await registered({ redirect });
    expect((await confirm(await link(same.email), same.browser)).body).toMatchObject({ redirect });
    const elsewhere = await registered({ redirect });
    expect((await confirm({ ...(await link(elsewhere.email)), password: newcomer.password })).body).toMatchObject({
      redirect,
    });
    const late = await registered({ redirect });
    const token = await link(late.email);
    await product
      .em()
      .execute(`update registration r set expires_at = now() from app_user u where u.id = r.user_id and u.email = ?`, [
        late.email,
      ]);
    expect(await confirm(token, late.browser)).toMatchObject({ status: 403, body: { code: 'password_required' } });
    expect((await confirm({ ...token, password: newcomer.password })).body).toMatchObject({ redirect: null });
  });

  test.each([
    ['another site', 'https://evil.example/'],
    ['another host', '//evil.example'],
    ['another host for browsers', '/\\evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a line break', '/app\n'],
    ['a long one', `/${'x'.repeat(500)}`],
  ])('no page but ours is kept: %s', async (_what, redirect) => {
    const answer = await product
      .anonymous()
      .post('/auth/register', { ...newcomer, email: 'ziel@example.org', redirect });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: expect.arrayContaining([expect.objectContaining({ path: 'redirect' })]) },
    });
  });
});

interface Confirmed {
  code?: string;
  user: { email: string };
  redirect: string | null;
}
