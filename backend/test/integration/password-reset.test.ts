import { describe, expect, test } from 'vitest';
import { Clock, HOUR, MINUTE } from '../../src/platform/clock/index.js';
import { io } from 'socket.io-client';
import { Caller } from '../support/caller.js';
import { confirmationToken, registeredCustomer, signedUp } from '../support/customers.js';
import { emailsTo, linkToken } from '../support/emails.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';
import { until } from '../support/until.js';

let product: Product;
useSharedProduct((shared) => (product = shared));

const OLD = 'Sommerwiese-42';
const NEW = 'Herbstwald-77';
const visitor = () => product.anonymous();

const member = () => signedUp(product);

async function resetToken(email: string): Promise<string> {
  expect((await visitor().post('/auth/password-reset', { email })).status).toBe(202);
  return linkToken(product, email, 'reset-password');
}

const login = (email: string, password: string) =>
  visitor().post<{ code?: string }>('/auth/login', { email, password, session: 'token' });
const complete = (token: string, newPassword = NEW) =>
  visitor().post<{ code?: string }>('/auth/password-reset/complete', { token, newPassword });

describe('a reset link', () => {
  test('sets the password once, ends every session, and is told of by mail', async () => {
    const { email, caller } = await member();
    const token = await resetToken(email);
    expect((await visitor().post('/auth/password-reset/check', { token })).status).toBe(200);
    expect((await visitor().post('/auth/password-reset/check', { token })).status).toBe(200);
    expect((await complete(token)).status).toBe(204);
    expect((await caller.get('/me')).status).toBe(401);
    expect([(await login(email, OLD)).status, (await login(email, NEW)).status]).toEqual([401, 200]);
    expect(await complete(token, 'Winterberg-11')).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    expect(await visitor().post('/auth/password-reset/check', { token })).toMatchObject({
      status: 400,
      body: { code: 'token_invalid' },
    });
    expect((await emailsTo(product, email, /Passwort wurde geändert/))[0]!.text).toContain(
      'Alle Sitzungen sind beendet;',
    );
  });

  test('survives a password that is refused', async () => {
    const { email } = await member();
    const token = await resetToken(email);
    expect(await complete(token, '12345')).toMatchObject({ body: { code: 'weak_password' } });
    expect(await complete(token, 'passwort123')).toMatchObject({ body: { code: 'common_password' } });
    expect(await complete(token, email)).toMatchObject({ body: { code: 'common_password' } });
    expect((await complete(token)).status).toBe(204);
  });

  test('expires after an hour, and using one ends the others', async () => {
    const { email } = await member();
    const first = await resetToken(email);
    await visitor().post('/auth/password-reset', { email });
    const [, second] = await emailsTo(product, email, /Neues Passwort/, 2);
    const other =
      [first, decodeURIComponent(/token=(\S+)/.exec(second!.text)![1]!)].find((token) => token !== first) ?? first;
    expect((await complete(first)).status).toBe(204);
    expect(await complete(other)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    const late = (await member()).email;
    const token = await resetToken(late);
    product.api.get(Clock).shift(HOUR + MINUTE);
    try {
      expect(await complete(token)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    } finally {
      product.api.get(Clock).shift(-HOUR - MINUTE);
    }
  });

  test('of many who use it at once, one succeeds', async () => {
    const { email } = await member();
    const token = await resetToken(email);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => complete(token, `Winterberg-${index}-Tal`)),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, ...Array.from({ length: 7 }, () => 400)]);
  });

  test('ends every API key and its sockets, unless told otherwise; the mail says which', async () => {
    const make = async (caller: Caller) =>
      (await caller.post<{ secret: string }>('/api-keys', { name: 'Werkstatt', scopes: ['account:read'] })).body.secret;
    const asks = async (key: string) => (await new Caller(product.origin, key).get('/me')).status;
    const noticeOf = async (email: string) => (await emailsTo(product, email, /Passwort wurde geändert/))[0]!.text;
    const robbed = await member();
    const keys = [await make(robbed.caller), await make(robbed.caller)];
    expect(await Promise.all(keys.map(asks))).toEqual([200, 200]);
    const socket = io(product.origin, {
      path: '/socket.io',
      transports: ['websocket'],
      auth: { token: keys[0] },
      reconnection: false,
    });
    await new Promise((resolve) => void socket.once('ready', resolve));
    const ended = new Promise((resolve) => void socket.once('session.ended', resolve));
    const token = await resetToken(robbed.email);
    expect((await visitor().post('/auth/password-reset/check', { token })).body).toEqual({
      accepted: true,
      apiKeys: 2,
    });
    expect((await complete(token)).status).toBe(204);
    expect(await Promise.all(keys.map(asks))).toEqual([401, 401]);
    await ended;
    socket.disconnect();
    expect(await noticeOf(robbed.email)).toContain('2 API-Schlüssel wurden widerrufen.');

    const careful = await member();
    const kept = await make(careful.caller);
    expect(
      (
        await visitor().post('/auth/password-reset/complete', {
          token: await resetToken(careful.email),
          newPassword: NEW,
          revokeApiKeys: false,
        })
      ).status,
    ).toBe(204);
    expect(await asks(kept)).toBe(200);
    expect(await noticeOf(careful.email)).toContain('Ihre API-Schlüssel gelten weiter, wie Sie es gewählt haben');
  });

  test('is no confirmation link and the other way round; forged ones open nothing', async () => {
    const { email } = await member();
    const token = await resetToken(email);
    expect(await visitor().post('/auth/confirm-email', { token })).toMatchObject({
      status: 400,
      body: { code: 'token_invalid' },
    });
    const { email: fresh } = await registeredCustomer(product);
    expect(await complete(await confirmationToken(product, fresh))).toMatchObject({
      status: 400,
      body: { code: 'token_invalid' },
    });
    const [id, mac] = token.split('.') as [string, string];
    for (const forged of [
      'x',
      `${id}.`,
      `${id}.${mac.toLowerCase()}x`,
      `${id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}.${mac}`,
    ]) {
      expect(await complete(forged)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    }
    expect((await complete(token)).status).toBe(204);
  });

  test('of an address nobody has confirmed is its confirmation: name, terms and password of whoever registered it are void', async () => {
    const { email } = await registeredCustomer(product);
    await confirmationToken(product, email);
    await visitor().post('/auth/password-reset', { email });
    const [mail] = await emailsTo(product, email, /^Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse$/);
    expect(mail!.text).not.toContain('reset-password');
    const token = decodeURIComponent(/confirm-email\?token=(\S+)/.exec(mail!.text)![1]!);
    expect(await complete(token)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    expect(await visitor().post('/auth/confirm-email', { token })).toMatchObject({
      status: 403,
      body: { code: 'password_required' },
    });
    expect(
      await visitor().post('/auth/confirm-email', {
        token,
        newPassword: NEW,
        displayName: 'Anna Keller',
        acceptTerms: true,
      }),
    ).toMatchObject({ status: 200, body: { user: { displayName: 'Anna Keller' } } });
    expect([(await login(email, OLD)).status, (await login(email, NEW)).status]).toEqual([401, 200]);
  });

  test('is asked for alike by known, unknown and blocked addresses; only the first gets mail', async () => {
    const { email } = await member();
    const blocked = (await member()).email;
    await product.em().execute('update app_user set is_blocked = true where email = ?', [blocked]);
    const asked = async () =>
      (
        await product
          .em()
          .execute<{ count: number }[]>(
            `select count(*)::int as count from job where topic = 'accounts.password_reset_requested'`,
          )
      )[0]!.count;
    const before = await asked();
    const [known, unknown, shut] = await Promise.all(
      [email, 'niemand@example.org', blocked].map((address) =>
        visitor().post('/auth/password-reset', { email: address }),
      ),
    );
    expect([unknown!.status, unknown!.body]).toEqual([known!.status, known!.body]);
    expect([shut!.status, shut!.body]).toEqual([known!.status, known!.body]);
    // The same is written for each, so that the time of the answer tells nothing either.
    expect(await asked()).toBe(before + 3);
    await until('all three to be worked off', async () =>
      (
        await product
          .em()
          .execute(`select 1 from job where topic = 'accounts.password_reset_requested' and finished_at is null`)
      ).length === 0
        ? true
        : null,
    );
    await linkToken(product, email, 'reset-password');
    expect(await emailsTo(product, blocked, /Neues Passwort/, 0)).toEqual([]);
    expect(await emailsTo(product, 'niemand@example.org', /./, 0)).toEqual([]);
  });
});
