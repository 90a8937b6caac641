import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SoftAuthenticator } from '../support/authenticator.js';
import {
  hasSecondFactor,
  noticesTo,
  registrationFor,
  withAuthenticator,
  withoutPassword,
  withPasskey,
} from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

const MISSING = { status: 403, body: { code: 'second_factor_required' } };

describe('a session without the second factor of its account', () => {
  /** Somebody who came by Google: proven a moment ago, without the authenticator. */
  async function googled() {
    const who = await withoutPassword(product);
    const { app } = await withAuthenticator(product, who);
    const { id: passkeyId } = await withPasskey(product, who);
    await withPasskey(product, who, 'Altes Telefon');
    const { challengeId, options } = await registrationFor(who.caller);
    await product.em().execute('update session set second_factor = false where user_id = ?', [who.id]);
    return { who, app, passkeyId, challengeId, response: new SoftAuthenticator(product.origin).create(options) };
  }

  test('neither takes the authenticator off nor touches what could stand in for it', async () => {
    const { who, passkeyId, challengeId, response } = await googled();
    const before = await noticesTo(product, who.id);
    expect(await who.caller.delete('/me/authenticator')).toMatchObject(MISSING);
    expect(await who.caller.post('/me/authenticator/recovery-codes')).toMatchObject(MISSING);
    expect(await who.caller.post('/me/passkeys/options')).toMatchObject(MISSING);
    expect(await who.caller.post('/me/passkeys', { challengeId, name: 'Fremd', response })).toMatchObject(MISSING);
    for (const id of [passkeyId, randomUUID()])
      expect(await who.caller.delete(`/me/passkeys/${id}`)).toMatchObject(MISSING);
    expect((await who.caller.get('/me/security')).body).toMatchObject({ authenticator: { recoveryCodesLeft: 10 } });
    expect(await product.em().execute('select id from passkey where user_id = ?', [who.id])).toHaveLength(2);
    expect(await noticesTo(product, who.id)).toEqual(before);
    expect(await hasSecondFactor(who.caller)).toBe(false);
  });

  test('may once the app has shown a code; a challenge that was refused before still holds', async () => {
    const { who, app, passkeyId, challengeId, response } = await googled();
    expect(await who.caller.post('/me/passkeys', { challengeId, name: 'Telefon', response })).toMatchObject(MISSING);
    expect((await who.caller.post('/auth/prove', { method: 'authenticator', value: app.nextCode() })).status).toBe(200);
    expect((await who.caller.post('/me/passkeys', { challengeId, name: 'Telefon', response })).status).toBe(201);
    expect((await who.caller.delete(`/me/passkeys/${passkeyId}`)).status).toBe(204);
    expect((await who.caller.post('/me/authenticator/recovery-codes')).status).toBe(201);
    expect((await who.caller.delete('/me/authenticator')).status).toBe(204);
  });

  test('is no hindrance where there is no authenticator', async () => {
    const who = await withoutPassword(product);
    const { id } = await withPasskey(product, who);
    await withPasskey(product, who, 'Altes Telefon');
    await product.em().execute('update session set second_factor = false where user_id = ?', [who.id]);
    expect((await who.caller.delete(`/me/passkeys/${id}`)).status).toBe(204);
  });
});
