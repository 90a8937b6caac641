import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Caller } from '../support/caller.js';
import { confirmationToken, registeredCustomer } from '../support/customers.js';
import {
  accountsWith,
  googlePerson,
  mailedCode,
  memberWith,
  otherCode,
  type Standing,
} from '../support/google-people.js';
import { GoogleVisitor } from '../support/google-visitor.js';
import { emailsTo } from '../support/emails.js';
import { startProduct, type Product } from '../support/product.js';

/** How accounts and Google accounts meet: the rules of docs/linking.md, with a real OpenID provider. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ google: true });
});
afterAll(() => product.stop());

const visitor = () => new GoogleVisitor(product);
const person = (standing: Standing, details = {}) => googlePerson(product, standing, details);
const agreed = { purpose: 'sign_in', acceptTerms: true };
const refused = (code: string) => ({ body: { code } });
const me = async (token: string | null) => (await new Caller(product.origin, token).get('/me')).body;

describe('an address nobody has here', () => {
  test('opens a verified account once the terms are accepted, and signs in', async () => {
    const { email, sub } = await person('verified');
    const anna = visitor();
    const asked = await anna.signIn(email, { purpose: 'sign_in', redirect: '/app/portraits' });
    expect(asked).toMatchObject({
      status: 200,
      body: {
        status: 'more_needed',
        needs: ['terms'],
        email,
        displayName: 'Petra Muster',
        redirect: '/app/portraits',
        user: null,
        token: null,
      },
    });
    expect(await accountsWith(product, email)).toEqual([]);
    expect(await anna.complete(asked.body.ticket, {})).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: [{ path: 'acceptTerms' }] },
    });
    const done = await anna.complete(asked.body.ticket, { acceptTerms: true, displayName: 'Petra M.' });
    expect(done).toMatchObject({
      status: 200,
      body: { user: { email, displayName: 'Petra M.', emailConfirmed: true } },
    });
    expect(await me(done.body.token)).toMatchObject({ email });
    expect(await accountsWith(product, email)).toEqual([
      { id: done.body.user!.id, subject: sub, has_password: false, confirmed: true },
    ]);
    const [terms] = await product
      .em()
      .execute<{ terms_version: string | null }[]>(
        'select terms_version from app_user where id = ? and terms_accepted_at is not null',
        [done.body.user!.id],
      );
    expect(terms!.terms_version).toBeTruthy();
  });

  test('needs no second question when the terms were accepted before', async () => {
    const answer = await visitor().signIn('petra.muster@gmail.com', agreed);
    expect(answer.body).toMatchObject({
      status: 'signed_in',
      user: { email: 'petra.muster@gmail.com', displayName: 'Petra Muster' },
    });
    expect(await me(answer.body.token)).toMatchObject({ email: 'petra.muster@gmail.com' });
  });

  test('a browser gets the session as a cookie', async () => {
    const { email } = await person('verified');
    const browser = visitor();
    const answer = await browser.finish(await browser.choose(email, agreed), 'cookie');
    expect(answer.body).toMatchObject({ status: 'signed_in', token: null });
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('bildnis_session='))).toMatch(
      /HttpOnly.*SameSite=Lax/,
    );
  });

  test('that Google never verified is proven by a code', async () => {
    const { email } = await person('unverified');
    const anna = visitor();
    const { ticket, needs } = (await anna.signIn(email)).body;
    expect(needs).toEqual(['code', 'terms']);
    const code = await mailedCode(product, email);
    expect(await anna.complete(ticket, { acceptTerms: true })).toMatchObject(refused('code_invalid'));
    expect(await anna.complete(ticket, { acceptTerms: true, code: otherCode(code) })).toMatchObject(
      refused('code_invalid'),
    );
    expect(await accountsWith(product, email)).toEqual([]);
    expect((await anna.complete(ticket, { acceptTerms: true, code })).status).toBe(200);
    expect(await accountsWith(product, email)).toMatchObject([{ confirmed: true }]);
  });

  test.each([
    ['a name nobody can see', '\u200b\u202e', null],
    ['a name that is too long', 'x'.repeat(101), null],
    ['a name with hidden marks', 'Petra\u202e Muster', 'Petra Muster'],
  ])('%s is cleaned like any other', async (_what, name, expected) => {
    const { email } = await person('verified', { name });
    expect((await visitor().signIn(email, agreed)).body.user).toMatchObject({ displayName: expected });
  });
});

describe('a Google account that is known', () => {
  test('signs in, whatever its address is by now; ours stays', async () => {
    const { email, sub } = await person('authoritative');
    const first = (await visitor().signIn(email, agreed)).body.user!;
    const other = await memberWith(product, `${randomUUID()}@example.org`);
    const otherEmail = String((await other.caller.get('/me')).body['email']);
    await person('unverified', { sub, email: otherEmail });
    expect((await visitor().signIn(otherEmail)).body).toMatchObject({
      status: 'signed_in',
      user: { id: first.id, email },
    });
  });

  test('of a blocked account stays outside', async () => {
    const { email } = await person('authoritative');
    const { user } = (await visitor().signIn(email, agreed)).body;
    await product.em().execute('update app_user set is_blocked = true where id = ?', [user!.id]);
    expect(await visitor().signIn(email)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
  });

  test('of a deleted account opens nothing', async () => {
    const { email } = await person('authoritative');
    const { user } = (await visitor().signIn(email, agreed)).body;
    await product.em().execute('update app_user set deleted_at = now() where id = ?', [user!.id]);
    expect(await visitor().signIn(email, agreed)).toMatchObject(refused('google_failed'));
  });
});

describe('an address that was confirmed here', () => {
  test('is linked when Google runs its mailbox, and the owner is told', async () => {
    const { email, sub } = await person('authoritative');
    const { id } = await memberWith(product, email);
    expect((await visitor().signIn(email)).body).toMatchObject({ status: 'signed_in', user: { id } });
    expect(await accountsWith(product, email)).toMatchObject([{ id, subject: sub, has_password: true }]);
    expect((await emailsTo(product, email, /Google wurde mit Ihrem Konto verknüpft/))[0]!.text).toContain(email);
  });

  test('stays closed while it is blocked', async () => {
    const { email } = await person('authoritative');
    const { id } = await memberWith(product, email);
    await product.em().execute('update app_user set is_blocked = true where id = ?', [id]);
    expect(await visitor().signIn(email)).toMatchObject(refused('account_blocked'));
    expect(await accountsWith(product, email)).toMatchObject([{ subject: null }]);
  });

  test('asks for the password when Google does not run the mailbox; a wrong one leaves the ticket usable', async () => {
    const { email, sub } = await person('verified');
    const { id, password } = await memberWith(product, email);
    const anna = visitor();
    const { ticket, needs } = (await anna.signIn(email, agreed)).body;
    expect(needs).toEqual(['password']);
    for (const given of [{}, { password: 'falsch-falsch' }])
      expect(await anna.complete(ticket, given)).toMatchObject(refused('password_wrong'));
    expect(await accountsWith(product, email)).toMatchObject([{ subject: null }]);
    expect(await anna.complete(ticket, { password })).toMatchObject({ status: 200, body: { user: { id } } });
    expect(await accountsWith(product, email)).toMatchObject([{ id, subject: sub }]);
    expect(await anna.complete(ticket, { password })).toMatchObject(refused('google_failed'));
  });

  test.each<[string, Standing, string, string[]]>([
    ['never verified by Google', 'unverified', '', ['password', 'code']],
    ['without a password', 'verified', 'update app_user set password_hash = null where id = ?', ['code']],
    [
      'with an authenticator',
      'verified',
      `insert into authenticator (id, created_at, user_id, sealed_secret) values (gen_random_uuid(), now(), ?, 'x')`,
      ['password', 'code'],
    ],
  ])('%s asks for the mailbox too', async (_what, standing, change, expected) => {
    const { email } = await person(standing);
    const { id, password } = await memberWith(product, email);
    if (change) await product.em().execute(change, [id]);
    const anna = visitor();
    const { ticket, needs } = (await anna.signIn(email)).body;
    expect(needs).toEqual(expected);
    expect((await anna.complete(ticket, { password })).body).toMatchObject({ code: 'code_invalid' });
    expect(await anna.complete(ticket, { password, code: await mailedCode(product, email) })).toMatchObject({
      status: 200,
      body: { user: { id } },
    });
  });

  test('is not shared by two Google accounts', async () => {
    const first = await person('authoritative');
    await visitor().signIn(first.email, agreed);
    await person('authoritative', { sub: first.sub, email: `${randomUUID()}@example.org` });
    await person('authoritative', { sub: '199999999999999999999', email: first.email });
    expect(await visitor().signIn(first.email, agreed)).toMatchObject({
      status: 409,
      body: { code: 'google_already_linked' },
    });
  });
});

describe('an address that somebody registered and never confirmed', () => {
  test('goes to whom Google vouches for: the other account is gone, with its password and its link', async () => {
    const { email } = await person('authoritative');
    const { password } = await registeredCustomer(product, email);
    const link = await confirmationToken(product, email);
    const [trap] = await accountsWith(product, email);
    const anna = visitor();
    const asked = (await anna.signIn(email)).body;
    expect(asked).toMatchObject({ status: 'more_needed', needs: ['terms'] });
    expect(await accountsWith(product, email)).toEqual([trap]);
    const done = await anna.complete(asked.ticket, { acceptTerms: true });
    expect(done.body.user!.id).not.toBe(trap!.id);
    expect(await accountsWith(product, email)).toMatchObject([{ id: done.body.user!.id, has_password: false }]);
    expect(await product.anonymous().post('/auth/login', { email, password })).toMatchObject(
      refused('invalid_credentials'),
    );
    expect(await product.anonymous().post('/auth/confirm-email', { token: link })).toMatchObject(
      refused('token_invalid'),
    );
  });

  test('is replaced at once when the terms were accepted before', async () => {
    const { email } = await person('authoritative');
    await registeredCustomer(product, email);
    expect((await visitor().signIn(email, agreed)).body).toMatchObject({ status: 'signed_in', user: { email } });
    expect(await accountsWith(product, email)).toMatchObject([{ has_password: false, confirmed: true }]);
  });

  test('stays closed while it is blocked', async () => {
    const { email } = await person('authoritative');
    await registeredCustomer(product, email);
    await product.em().execute('update app_user set is_blocked = true where email = ?', [email]);
    expect(await visitor().signIn(email, agreed)).toMatchObject(refused('account_blocked'));
    expect(await accountsWith(product, email)).toMatchObject([{ has_password: true, subject: null }]);
  });

  test.each<Standing>(['verified', 'unverified'])(
    'goes to nobody without a code when Google’s word is weak (%s)',
    async (standing) => {
      const { email } = await person(standing);
      await registeredCustomer(product, email);
      const anna = visitor();
      const { ticket, needs } = (await anna.signIn(email, agreed)).body;
      expect(needs).toEqual(['code']);
      const code = await mailedCode(product, email);
      expect(await anna.complete(ticket, { code: otherCode(code) })).toMatchObject(refused('code_invalid'));
      expect(await accountsWith(product, email)).toMatchObject([{ has_password: true, subject: null }]);
      expect((await anna.complete(ticket, { code })).status).toBe(200);
      expect(await accountsWith(product, email)).toMatchObject([{ has_password: false, confirmed: true }]);
    },
  );
});
