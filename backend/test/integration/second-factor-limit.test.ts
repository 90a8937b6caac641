import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkToken } from '../support/emails.js';
import { longTest } from '../support/long-test.js';
import { member, withAuthenticator } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true', TRUSTED_PROXIES: '1' } });
});
afterAll(() => product.stop());

test('codes of the app are limited per account, from however many addresses they come; the right one is refused then as well, a recovery code opens', async () => {
  const who = await member(product);
  const { app, recoveryCodes } = await withAuthenticator(product, who);
  const attempt = (number: number, secondFactor: string, password = who.password) =>
    product
      .anonymous()
      .send<{ code?: string }>(
        'POST',
        '/auth/login',
        { email: who.email, password, session: 'token', secondFactor },
        { 'x-forwarded-for': `198.51.100.${number}` },
      );
  for (let number = 1; number <= 5; number += 1)
    expect((await attempt(number, '000000', 'falsch-falsch')).body.code).toBe('invalid_credentials');
  for (let number = 1; number <= 20; number += 1)
    expect((await attempt(number, app.code(20))).body.code).toBe('code_invalid');
  const refused = await attempt(21, app.nextCode());
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await who.caller.post('/auth/prove', { method: 'authenticator', value: app.code() })).status).toBe(200);
  for (let number = 1; number <= 25; number += 1)
    expect((await attempt(100 + number, 'aaaaa-aaaaa')).body.code).toBe('code_invalid');
  expect((await attempt(126, recoveryCodes[0]!)).status).toBe(200);
});

longTest('a new password lets its owner try codes again', async () => {
  const who = await member(product);
  const { app } = await withAuthenticator(product, who);
  const attempt = (number: number, secondFactor: string) =>
    product
      .anonymous()
      .send<{ code?: string }>(
        'POST',
        '/auth/login',
        { email: who.email, password: who.password, session: 'token', secondFactor },
        { 'x-forwarded-for': `203.0.113.${number}` },
      );
  for (let number = 1; number <= 20; number += 1) await attempt(number, app.code(20));
  expect((await attempt(21, app.nextCode())).status).toBe(429);
  expect(
    (await who.caller.post('/me/password', { currentPassword: who.password, newPassword: 'Winterwald-77' })).status,
  ).toBe(200);
  who.password = 'Winterwald-77';
  expect((await attempt(22, app.nextCode())).status).toBe(200);
  // That one counted already.
  for (let number = 1; number <= 19; number += 1) await attempt(30 + number, app.code(20));
  expect((await attempt(50, app.nextCode())).status).toBe(429);
  await product.anonymous().post('/auth/password-reset', { email: who.email });
  const token = await linkToken(product, who.email, 'reset-password');
  expect(
    (await product.anonymous().post('/auth/password-reset/complete', { token, newPassword: 'Herbstlaub-88' })).status,
  ).toBe(204);
  who.password = 'Herbstlaub-88';
  expect((await attempt(51, app.nextCode())).status).toBe(200);
});
