import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmailCodes } from '../../src/sign-in/index.js';
import { Caller, type Answer } from '../support/caller.js';
import {
  assertionFor,
  hasSecondFactor,
  login,
  member,
  noticesTo,
  pass,
  programOf,
  TOO_LONG,
  withAuthenticator,
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

interface Methods {
  methods: string[];
  provenUntil: string | null;
}
const CODE_INVALID = { status: 400, body: { code: 'code_invalid' } };

const prove = (who: Member, method: string, value: string) =>
  who.caller.post<Methods>('/auth/prove', { method, value });
/** A route that needs a proof; a stranger's or unknown key behind it answers alike. */
const sensitiveAct = (who: Member): Promise<Answer> => who.caller.post('/me/passkeys/options');
const sessionWithoutSecondFactor = async (who: Member, code: string): Promise<Caller> => {
  const caller = new Caller(product.origin, (await login(product, who, code)).body.token);
  await product.em().execute('update session set second_factor = false where user_id = ?', [who.id]);
  return caller;
};

async function sendCode(who: Member): Promise<string | null> {
  const sent = await who.caller.post('/auth/prove/email-code');
  expect(sent).toMatchObject({ status: 202, body: { accepted: true } });
  const [job] = await product
    .em()
    .execute<{ id: string }[]>(
      "select payload->>'codeId' as id from job where topic = 'accounts.email_code_requested' and payload->>'codeId' in (select id::text from email_code where subject_id = ?)",
      [who.id],
    );
  const mail = job ? await product.api.get(EmailCodes).emailOf(job.id) : null;
  if (mail) expect(mail.email).toBe(who.email);
  return mail?.code ?? null;
}

/** A code that is certainly not this one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a proof of identity', () => {
  test('holds for ten minutes from signing in; then the password gives it again', async () => {
    const who = await member(product);
    const { provenUntil } = (await who.caller.get<Methods>('/auth/prove')).body;
    expect(Date.parse(provenUntil!)).toBeGreaterThan(Date.now() + 9 * 60_000);
    expect((await sensitiveAct(who)).status).toBe(200);
    pass(product, TOO_LONG);
    expect((await who.caller.get<Methods>('/auth/prove')).body).toEqual({ methods: ['password'], provenUntil: null });
    expect(await sensitiveAct(who)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect(await prove(who, 'password', 'falsch-falsch')).toMatchObject({
      status: 400,
      body: { code: 'password_wrong' },
    });
    expect((await sensitiveAct(who)).status).toBe(403);
    const proven = await prove(who, 'password', who.password);
    expect(proven).toMatchObject({ status: 200, body: { methods: ['password'] } });
    expect(proven.body.provenUntil).not.toBeNull();
    expect((await sensitiveAct(who)).status).toBe(200);
  });

  test('belongs to the session it was given in', async () => {
    const who = await member(product);
    const other = { ...who, caller: new Caller(product.origin, (await login(product, who)).body.token) };
    pass(product, TOO_LONG);
    await prove(who, 'password', who.password);
    expect((await sensitiveAct(who)).status).toBe(200);
    expect((await sensitiveAct(other)).status).toBe(403);
  });

  test('the authenticator and its recovery codes give it, each code once, and count as a second factor', async () => {
    const who = await member(product);
    const { app, recoveryCodes } = await withAuthenticator(product, who);
    const again = { ...who, caller: await sessionWithoutSecondFactor(who, app.nextCode()) };
    pass(product, TOO_LONG);
    expect((await again.caller.get<Methods>('/auth/prove')).body.methods).toEqual(['password', 'authenticator']);
    expect(await prove(again, 'authenticator', app.code(9))).toMatchObject(CODE_INVALID);
    expect((await sensitiveAct(again)).status).toBe(403);
    const code = app.code();
    expect((await prove(again, 'authenticator', code)).status).toBe(200);
    expect((await sensitiveAct(again)).status).toBe(200);
    expect(await hasSecondFactor(again.caller)).toBe(true);
    expect(await prove(again, 'authenticator', code)).toMatchObject(CODE_INVALID);
    pass(product, TOO_LONG);
    expect((await prove(again, 'authenticator', recoveryCodes[0]!)).status).toBe(200);
    expect((await sensitiveAct(again)).status).toBe(200);
    expect(await prove(again, 'authenticator', recoveryCodes[0]!)).toMatchObject(CODE_INVALID);
    expect(await noticesTo(product, who.id)).toEqual(['authenticator_added', 'recovery_code_used']);
  });

  test('the password alone makes no second factor, and an authenticator one does not have proves nothing', async () => {
    const who = await member(product);
    expect(await prove(who, 'authenticator', '123456')).toMatchObject(CODE_INVALID);
    expect(await prove(who, 'authenticator', 'aaaaa-aaaaa')).toMatchObject(CODE_INVALID);
    const { app } = await withAuthenticator(product, who);
    const again = { ...who, caller: await sessionWithoutSecondFactor(who, app.nextCode()) };
    pass(product, TOO_LONG);
    expect((await prove(again, 'password', who.password)).status).toBe(200);
    expect((await again.caller.post('/api-keys', { name: 'Programm', scopes: ['account:read'] })).status).toBe(201);
    expect(await hasSecondFactor(again.caller)).toBe(false);
  });

  test('an own passkey gives it and counts as a second factor', async () => {
    const who = await member(product);
    const { id, keys } = await withPasskey(product, who);
    const again = { ...who, caller: new Caller(product.origin, (await login(product, who)).body.token) };
    pass(product, TOO_LONG);
    const { challengeId, options } = await assertionFor(again.caller, '/auth/prove/passkey-options');
    expect(options.allowCredentials).toEqual([expect.objectContaining({ transports: ['internal', 'hybrid'] })]);
    const response = keys.get(options, { userHandle: null });
    expect(await again.caller.post<Methods>('/auth/prove/passkey', { challengeId, response })).toMatchObject({
      status: 200,
      body: { methods: ['password', 'passkey'] },
    });
    expect((await sensitiveAct(again)).status).toBe(200);
    expect(await hasSecondFactor(again.caller)).toBe(true);
    expect(await again.caller.post('/auth/prove/passkey', { challengeId, response })).toMatchObject({
      status: 400,
      body: { code: 'passkey_invalid' },
    });
    expect((await who.caller.get<{ passkeys: object[] }>('/me/security')).body.passkeys).toEqual([
      expect.objectContaining({ id, lastUsedAt: expect.any(String) }),
    ]);
  });

  test('a stranger’s passkey, a stranger’s challenge and a challenge for signing in prove nothing', async () => {
    const [who, stranger] = [await member(product), await member(product)];
    const [own, foreign] = [await withPasskey(product, who), await withPasskey(product, stranger)];
    const invalid = { status: 400, body: { code: 'passkey_invalid' } };
    const begin = (caller: Caller) => assertionFor(caller, '/auth/prove/passkey-options');
    pass(product, TOO_LONG);
    const first = await begin(who.caller);
    expect(
      await who.caller.post('/auth/prove/passkey', {
        challengeId: first.challengeId,
        response: foreign.keys.get({ ...first.options, allowCredentials: [] }),
      }),
    ).toMatchObject(invalid);
    const second = await begin(stranger.caller);
    expect(
      await who.caller.post('/auth/prove/passkey', {
        challengeId: second.challengeId,
        response: own.keys.get(second.options),
      }),
    ).toMatchObject(invalid);
    const third = await assertionFor(who.caller, '/auth/passkeys/options');
    expect(
      await who.caller.post('/auth/prove/passkey', {
        challengeId: third.challengeId,
        response: own.keys.get(third.options),
      }),
    ).toMatchObject(invalid);
    expect((await sensitiveAct(who)).status).toBe(403);
  });
});

describe('a code by mail', () => {
  test('proves people without a password, once', async () => {
    const who = await withoutPassword(product);
    pass(product, TOO_LONG);
    expect((await who.caller.get<Methods>('/auth/prove')).body.methods).toEqual(['email_code']);
    expect(await prove(who, 'password', who.password)).toMatchObject({ status: 400, body: { code: 'password_wrong' } });
    const code = await sendCode(who);
    expect(code).toMatch(/^\d{6}$/);
    expect(await prove(who, 'email_code', otherThan(code!))).toMatchObject(CODE_INVALID);
    expect((await sensitiveAct(who)).status).toBe(403);
    expect((await prove(who, 'email_code', ` ${code!.slice(0, 3)} ${code!.slice(3)}`)).status).toBe(200);
    expect((await sensitiveAct(who)).status).toBe(200);
    expect(await hasSecondFactor(who.caller)).toBe(false);
    expect(await prove(who, 'email_code', code!)).toMatchObject(CODE_INVALID);
  });

  test('is not for people with a password: the same answer, but no mail, and no code of theirs counts', async () => {
    const who = await withoutPassword(product);
    const code = await sendCode(who);
    await product.em().execute("update app_user set password_hash = 'x' where id = ?", [who.id]);
    expect(await prove(who, 'email_code', code!)).toMatchObject(CODE_INVALID);
    const other = await member(product);
    expect(await sendCode(other)).toBeNull();
    expect(await product.em().execute('select id from email_code where subject_id = ?', [other.id])).toEqual([]);
  });

  test('ends after five wrong guesses, also parallel ones, and the right one does not help then', async () => {
    const who = await withoutPassword(product);
    const first = await sendCode(who);
    for (let guess = 0; guess < 4; guess += 1)
      expect(await prove(who, 'email_code', otherThan(first!))).toMatchObject(CODE_INVALID);
    expect((await prove(who, 'email_code', first!)).status).toBe(200);
    const second = await sendCode(who);
    await Promise.all(Array.from({ length: 12 }, () => prove(who, 'email_code', otherThan(second!))));
    expect(await product.em().execute('select attempts from email_code where subject_id = ?', [who.id])).toEqual([
      { attempts: 5 },
    ]);
    expect(await prove(who, 'email_code', second!)).toMatchObject(CODE_INVALID);
  });

  test('of several the newest works, for ten minutes, for its own person, and once for two at the same moment', async () => {
    const [who, stranger] = [await withoutPassword(product), await withoutPassword(product)];
    const [older, newer] = [await sendCode(who), await sendCode(who)];
    expect(await prove(who, 'email_code', older!)).toMatchObject(CODE_INVALID);
    expect(await prove(stranger, 'email_code', newer!)).toMatchObject(CODE_INVALID);
    const answers = await Promise.all([1, 2, 3].map(() => prove(who, 'email_code', newer!)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    const late = await sendCode(who);
    pass(product, TOO_LONG);
    expect(await prove(who, 'email_code', late!)).toMatchObject(CODE_INVALID);
  });

  test('is written nowhere, and an old one is no email any more', async () => {
    const who = await withoutPassword(product);
    const code = await sendCode(who);
    const [row] = await product
      .em()
      .execute<{ id: string }[]>('select * from email_code where subject_id = ?', [who.id]);
    const jobs = await product.em().execute("select payload from job where topic = 'accounts.email_code_requested'");
    expect(JSON.stringify([row, jobs])).not.toMatch(new RegExp(`"${code}"`));
    expect(Object.keys((jobs[0] as { payload: object }).payload)).toEqual(['codeId']);
    const codes = product.api.get(EmailCodes);
    expect(await codes.emailOf(row!.id)).toEqual({ email: who.email, code });
    pass(product, TOO_LONG);
    expect(await codes.emailOf(row!.id)).toBeNull();
    expect(await codes.emailOf(randomUUID())).toBeNull();
  });

  test('is not checked inside a transaction, which could undo the counting of a wrong guess', async () => {
    const codes = product.api.get(EmailCodes);
    await expect(product.em().transactional((em) => codes.verify(em, randomUUID(), '123456'))).rejects.toThrow(
      'must not stand in a transaction',
    );
  });
});

test('no key of a program reaches any of it', async () => {
  const program = await programOf(product, await member(product));
  const answers = await Promise.all([
    program.get('/auth/prove'),
    program.post('/auth/prove', { method: 'password', value: 'x' }),
    program.post('/auth/prove/email-code'),
  ]);
  for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
});
