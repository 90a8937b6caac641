import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Caller } from '../support/caller.js';
import { accountsWith, googlePerson, mailedCode, memberWith, whileUncommitted } from '../support/google-people.js';
import { GoogleVisitor } from '../support/google-visitor.js';
import { emailsTo } from '../support/emails.js';
import { pass, TOO_LONG } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';

/** The Google account of somebody who is signed in: linking it, proving with it, taking it off. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ google: true });
});
afterAll(() => product.stop());

const refused = (code: string) => ({ body: { code } });
const linking = { purpose: 'link' };
const proving = { purpose: 'prove' };
const googled = () => googlePerson(product, 'verified');
const linkedTo = async (email: string) => (await accountsWith(product, email))[0]!.subject;

async function member() {
  const email = `${randomUUID()}@example.org`;
  const { caller, id } = await memberWith(product, email);
  return { email, caller, id, browser: new GoogleVisitor(product, caller.token) };
}

/** Somebody who came by Google and has neither password nor passkey. */
async function newcomer() {
  const { email } = await googled();
  const { body } = await new GoogleVisitor(product).signIn(email, { purpose: 'sign_in', acceptTerms: true });
  return {
    email,
    id: body.user!.id,
    caller: new Caller(product.origin, body.token),
    browser: new GoogleVisitor(product, body.token),
  };
}

describe('linking', () => {
  test('adds a way in, once, and the owner is told; the own address stays', async () => {
    const { email, id, browser } = await member();
    const google = await googled();
    expect((await browser.signIn(google.email, { ...linking, redirect: '/app/settings' })).body).toMatchObject({
      status: 'linked',
      redirect: '/app/settings',
      token: null,
    });
    expect((await browser.signIn(google.email, linking)).body.status).toBe('linked');
    expect((await new GoogleVisitor(product).signIn(google.email)).body).toMatchObject({
      status: 'signed_in',
      user: { id, email },
    });
    expect(await emailsTo(product, email, /Google wurde mit Ihrem Konto verknüpft/)).toHaveLength(1);
  });

  test('what is another’s, or would be a second one, is refused', async () => {
    const [first, second] = [await member(), await member()];
    const [google, another] = [await googled(), await googled()];
    await first.browser.signIn(google.email, linking);
    expect(await second.browser.signIn(google.email, linking)).toMatchObject({
      status: 409,
      body: { code: 'google_already_linked' },
    });
    expect(await first.browser.signIn(another.email, linking)).toMatchObject(refused('google_already_linked'));
    expect([await linkedTo(first.email), await linkedTo(second.email)]).toEqual([google.sub, null]);
  });

  test('two at once link one', async () => {
    const people = [await member(), await member()];
    const google = await googled();
    const backs = await Promise.all(people.map(({ browser }) => browser.choose(google.email, linking)));
    const answers = await Promise.all(people.map(({ browser }, at) => browser.finish(backs[at]!)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is for people who are signed in and have just proven it', async () => {
    expect(await new GoogleVisitor(product).start(linking)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
    const { caller } = await member();
    const key = await caller.post<{ secret: string }>('/api-keys', { name: 'Programm', scopes: ['account:read'] });
    expect(key.status).toBe(201);
    for (const purpose of [linking, proving])
      expect(await new GoogleVisitor(product, key.body.secret).start(purpose)).toMatchObject(
        refused('unauthenticated'),
      );
    pass(product, TOO_LONG);
    const late = await new GoogleVisitor(product, caller.token).start(linking);
    pass(product, -TOO_LONG);
    expect(late).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  });

  test('never ends on the account of somebody else who is here by then', async () => {
    const [first, second] = [await member(), await member()];
    const google = await googled();
    const nobody = new GoogleVisitor(product);
    const back = await first.browser.choose(google.email, linking);
    second.browser.borrow(first.browser);
    expect(await second.browser.finish(back)).toMatchObject(refused('google_failed'));
    const again = await first.browser.choose(google.email, linking);
    nobody.borrow(first.browser);
    expect(await nobody.finish(again)).toMatchObject(refused('google_failed'));
    expect([await linkedTo(first.email), await linkedTo(second.email)]).toEqual([null, null]);
  });
});

describe('an account with an authenticator', () => {
  const withApp = (id: string) =>
    product
      .em()
      .execute(
        `insert into authenticator (id, created_at, user_id, sealed_secret) values (gen_random_uuid(), now(), ?, 'x')`,
        [id],
      );

  test('is not opened by Google alone, although Google runs the mailbox', async () => {
    const { email } = await googlePerson(product, 'authoritative');
    const { id, password } = await memberWith(product, email);
    await withApp(id);
    const visitor = new GoogleVisitor(product);
    const { body } = await visitor.signIn(email);
    expect(body).toMatchObject({ status: 'more_needed', needs: ['password', 'code'], token: null });
    expect(await linkedTo(email)).toBeNull();
    expect(await visitor.complete(body.ticket, { code: await mailedCode(product, email) })).toMatchObject(
      refused('password_wrong'),
    );
    expect(await visitor.complete(body.ticket, { password, code: await mailedCode(product, email) })).toMatchObject({
      status: 200,
      body: { user: { id } },
    });
  });

  test('and without a password asks for the mailbox', async () => {
    const { email } = await googlePerson(product, 'authoritative');
    const { id } = await memberWith(product, email);
    await withApp(id);
    await product.em().execute('update app_user set password_hash = null where id = ?', [id]);
    expect((await new GoogleVisitor(product).signIn(email)).body).toMatchObject({
      status: 'more_needed',
      needs: ['code'],
    });
    expect(await linkedTo(email)).toBeNull();
  });
});

describe('proving', () => {
  const proven = async (id: string) =>
    (
      await product
        .em()
        .execute<{ proven_at: Date; second_factor: boolean }[]>(
          'select proven_at, second_factor from session where user_id = ?',
          [id],
        )
    )[0]!;

  test('asks for a fresh login, and opens what asks for a proof', async () => {
    const { id, email, browser, caller } = await newcomer();
    await product.em().execute(`update session set proven_at = now() - interval '1 hour' where user_id = ?`, [id]);
    expect(await caller.delete('/me/google')).toMatchObject(refused('proof_required'));
    const started = await browser.start(proving);
    expect(Object.fromEntries(new URL(started.body.url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    expect((await browser.finish(await browser.decide(started.body.url, email))).body).toMatchObject({
      status: 'proven',
      token: null,
    });
    expect(Date.now() - new Date((await proven(id)).proven_at).getTime()).toBeLessThan(60_000);
    expect((await proven(id)).second_factor).toBe(false);
    expect(await caller.delete('/me/google')).toMatchObject(refused('last_way_in'));
  });

  test('works with the linked Google account only', async () => {
    const { id, browser } = await newcomer();
    const stranger = await newcomer();
    await product.em().execute(`update session set proven_at = now() - interval '1 hour' where user_id = ?`, [id]);
    for (const { email } of [await googled(), stranger])
      expect(await browser.signIn(email, proving)).toMatchObject(refused('google_failed'));
    expect(Date.now() - new Date((await proven(id)).proven_at).getTime()).toBeGreaterThan(3_000_000);
    expect(await new GoogleVisitor(product).start(proving)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });
});

describe('taking off', () => {
  test('ends this way in, and the owner is told', async () => {
    const { email, id, browser, caller } = await member();
    const google = await googled();
    expect(await caller.delete('/me/google')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await browser.signIn(google.email, linking);
    expect((await caller.delete('/me/google')).status).toBe(204);
    expect((await emailsTo(product, email, /Google wurde von Ihrem Konto getrennt/))[0]!.text).toContain(google.email);
    const answer = await new GoogleVisitor(product).signIn(google.email, { purpose: 'sign_in', acceptTerms: true });
    expect(answer.body.user!.id).not.toBe(id);
  });

  test('is refused while it is the last way in; a passkey is another', async () => {
    const { id, email, caller } = await newcomer();
    expect(await caller.delete('/me/google')).toMatchObject({ status: 409, body: { code: 'last_way_in' } });
    expect(await linkedTo(email)).not.toBeNull();
    await product
      .em()
      .execute(
        `insert into passkey (id, created_at, user_id, name, credential_id, public_key, transports, backed_up) values (gen_random_uuid(), now(), ?, 'Telefon', ?, '', '[]', true)`,
        [id, randomUUID()],
      );
    expect((await caller.delete('/me/google')).status).toBe(204);
    expect(await linkedTo(email)).toBeNull();
  });

  test('counts on no way in that is going this very moment', async () => {
    const { id, browser, caller } = await member();
    await browser.signIn((await googled()).email, linking);
    const answer = await whileUncommitted(
      product,
      { sql: 'update app_user set password_hash = null where id = ?', params: [id] },
      () => caller.delete('/me/google'),
    );
    expect(answer).toMatchObject(refused('last_way_in'));
  });
});
