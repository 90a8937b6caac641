import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Caller, type Answer } from '../support/caller.js';
import { confirmationToken, registeredCustomer } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';

/** Abuse case 1: stuffing, floods of mail, and lockouts somebody else could cause. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true', TRUSTED_PROXIES: '1' } });
});
afterAll(() => product.stop());

const PASSWORD = 'Sommerwiese-42';
/** The same call from another address, as the proxy in front tells it. */
const from = (address: string) => (path: string, body: object): Promise<Answer> => product.anonymous().send('POST', path, body, { 'x-forwarded-for': address });

async function member(): Promise<string> {
  const { email } = await registeredCustomer(product);
  await product.anonymous().post('/auth/confirm-email', { token: await confirmationToken(product, email) });
  return email;
}

/** The mails that were written or are about to be. */
async function mailsFor(email: string): Promise<number> {
  const rows = await product.em().execute<{ count: number }[]>(
    `select count(*)::int as count from job join app_user u on u.id::text = payload->>'userId' where u.email = ? and topic in ('accounts.email_confirmation_requested', 'accounts.password_reset_requested')`,
    [email],
  );
  return rows[0]!.count;
}

async function untilRefused(act: () => Promise<Answer>, most: number): Promise<{ allowed: number; refusal: Answer }> {
  for (let allowed = 0; allowed <= most; allowed += 1) {
    const answer = await act();
    if (answer.status === 429) return { allowed, refusal: answer };
  }
  throw new Error(`never refused in ${most} calls`);
}

describe('floods', () => {
  test('starting runs in circles stops, whoever pays', async () => {
    const { email } = await registeredCustomer(product);
    const { body } = await product.anonymous().post<{ token: string }>('/auth/confirm-email', { token: await confirmationToken(product, email), session: 'token' });
    const caller = new Caller(product.origin, body.token);
    const start = () => caller.post('/generations', { profileId: randomUUID(), styleId: randomUUID() });
    const { allowed, refusal } = await untilRefused(start, 100);
    expect([allowed, refusal.body['code']]).toEqual([60, 'rate_limited']);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  test('guessing one account from one address stops; the owner still gets in from another', async () => {
    const email = await member();
    const attacker = from('203.0.113.7');
    const { allowed, refusal } = await untilRefused(() => attacker('/auth/login', { email, password: 'falsch-falsch' }), 20);
    expect(allowed).toBe(10);
    expect(refusal).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(60);
    // Also the right password is refused there now, so that the answer tells nothing.
    expect((await attacker('/auth/login', { email, password: PASSWORD })).status).toBe(429);
    expect((await from('198.51.100.4')('/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });

  test('trying a list of accounts from one address stops', async () => {
    const attacker = from('203.0.113.8');
    let guess = 0;
    const { allowed } = await untilRefused(() => attacker('/auth/login', { email: `konto-${(guess += 1)}@example.org`, password: 'falsch-falsch' }), 100);
    expect(allowed).toBe(60);
  });

  test.each(['/auth/password-reset', '/auth/resend-confirmation'])('a flood of %s fills nobody’s mailbox, wherever it comes from', async (path) => {
    const email = path.endsWith('reset') ? await member() : (await registeredCustomer(product)).email;
    const before = await mailsFor(email);
    // Nobody is told off: the answer is the same with and without a mail, and also for an address nobody has.
    for (let call = 1; call <= 12; call += 1) {
      for (const asked of [email, `niemand-${path.length}@example.org`]) expect(await from(`192.0.2.${call}`)(path, { email: asked })).toMatchObject({ status: 202, body: { accepted: true } });
    }
    expect(await mailsFor(email)).toBe(before + 5);
  });

  test('a flood of one kind of mail holds up no other kind', async () => {
    const { email } = await registeredCustomer(product);
    for (let call = 1; call <= 8; call += 1) await from(`192.0.2.${100 + call}`)('/auth/resend-confirmation', { email });
    const before = await mailsFor(email);
    await from('192.0.2.120')('/auth/password-reset', { email });
    expect(await mailsFor(email)).toBe(before + 1);
  });

  test('a stolen session that guesses keeps its owner’s other sessions from nothing', async () => {
    const email = await member();
    const signIn = async (address: string) => new Caller(product.origin, String((await from(address)('/auth/login', { email, password: PASSWORD, session: 'token' })).body['token']));
    const [thief, owner] = [await signIn('198.51.100.20'), await signIn('198.51.100.21')];
    const { allowed } = await untilRefused(() => thief.post('/auth/prove', { method: 'password', value: 'falsch-falsch' }), 40);
    expect(allowed).toBe(20);
    expect((await owner.post('/auth/prove', { method: 'password', value: PASSWORD })).status).toBe(200);
    expect((await owner.post('/me/password', { currentPassword: PASSWORD, newPassword: 'Winterwald-77' })).status).toBe(200);
  });

  test('one address cannot send mail to many people', async () => {
    const attacker = from('203.0.113.9');
    let call = 0;
    const { allowed } = await untilRefused(() => attacker('/auth/password-reset', { email: `opfer-${(call += 1)}@example.org` }), 40);
    expect(allowed).toBe(20);
  });

  test('one address cannot open accounts without end', async () => {
    const attacker = from('203.0.113.10');
    let call = 0;
    const { allowed } = await untilRefused(() => attacker('/auth/register', { email: `viele-${(call += 1)}@example.org`, password: PASSWORD, displayName: 'Viele', acceptTerms: true }), 40);
    expect(allowed).toBe(20);
  });

  test('tokens cannot be tried without end', async () => {
    const attacker = from('203.0.113.11');
    const { allowed } = await untilRefused(() => attacker('/auth/confirm-email', { token: 'geraten' }), 100);
    expect(allowed).toBe(60);
  });
});
