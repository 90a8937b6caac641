import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { delayAfter, GUESSING, GUESSING_ROOM, GuessingBrake } from '../../src/sign-in/login/guessing-brake.service.js';
import { facts } from '../../src/facts/index.js';
import { RateLimiter, type Limit } from '../../src/platform/http/index.js';
import { LIMITS } from '../../src/sign-in/limits.js';
import { Caller, type Answer } from '../support/caller.js';
import { confirmationToken, customer, draftMarkedComplete, registeredCustomer } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
import { startProduct, type Product } from '../support/product.js';

/** Abuse case 1: stuffing, floods of mail, and lockouts somebody else could cause. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true', TRUSTED_PROXIES: '1' } });
});
afterAll(() => product.stop());

const PASSWORD = 'Sommerwiese-42';
/** The same call from another address, as the proxy in front tells it. */
const from =
  (address: string) =>
  (path: string, body: object): Promise<Answer> =>
    product.anonymous().send('POST', path, body, { 'x-forwarded-for': address });

async function member(): Promise<string> {
  const { email } = await registeredCustomer(product);
  await product
    .anonymous()
    .post('/auth/confirm-email', { token: await confirmationToken(product, email), password: PASSWORD });
  return email;
}

/** The mails that were written or are about to be. */
async function mailsFor(email: string): Promise<number> {
  const rows = await product
    .em()
    .execute<{ count: number }[]>(
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

/** Counts acts of an address as if they had just been done. */
async function done(limit: Limit, address: string, times: number): Promise<number> {
  for (let act = 0; act < times; act += 1) await product.api.get(RateLimiter).consume(limit, address);
  return times;
}

describe('floods', () => {
  test('starting runs in circles stops, whoever pays', async () => {
    const caller = await customer(product);
    const start = () => caller.post('/generations', { profileId: randomUUID(), styleId: randomUUID() });
    const { allowed, refusal } = await untilRefused(start, 100);
    expect([allowed, refusal.body['code']]).toEqual([60, 'rate_limited']);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  test('repeating runs free in circles stops as well', async () => {
    const caller = await customer(product);
    const repeat = () => caller.post(`/generations/${randomUUID()}/repeat`, { complaint: 'light' });
    const { allowed, refusal } = await untilRefused(repeat, 100);
    expect([allowed, refusal.body['code']]).toEqual([60, 'rate_limited']);
  });

  test('free previews of one draft after the other stop, and from one address for all accounts together', async () => {
    const { draftsPerDay, cutoutsPerDay } = facts.previews;
    const ask = async (caller: Caller, address: string) => {
      const id = await draftMarkedComplete(product, caller);
      return caller.send('POST', `/ai-profiles/${id}/previews`, {}, { 'x-forwarded-for': address });
    };
    const caller = await customer(product);
    const own = await untilRefused(() => ask(caller, '203.0.113.60'), 20);
    expect([own.allowed, own.refusal.body['code']]).toEqual([draftsPerDay, 'rate_limited']);
    // Deleting a draft is no way to another one.
    for (const { id } of (await caller.get<{ items: { id: string }[] }>('/ai-profiles')).body.items)
      await caller.delete(`/ai-profiles/${id}`);
    expect((await ask(caller, '203.0.113.61')).status).toBe(429);
    await done(
      { name: 'preview-cutouts', points: cutoutsPerDay, seconds: 24 * 3600 },
      '203.0.113.62',
      cutoutsPerDay - 1,
    );
    expect((await ask(await customer(product), '203.0.113.62')).status).toBe(202);
    const another = await customer(product);
    expect((await ask(another, '203.0.113.62')).status).toBe(429);
    // Nor for the account or the address what came at the same time as the one that was let through.
    const hasty = await customer(product);
    const draft = await draftMarkedComplete(product, hasty);
    const burst = Array.from({ length: 8 }, () =>
      hasty.send('POST', `/ai-profiles/${draft}/previews`, {}, { 'x-forwarded-for': '203.0.113.64' }),
    );
    expect(new Set((await Promise.all(burst)).map(({ status }) => status))).toEqual(new Set([202]));
    for (let more = 1; more < draftsPerDay; more += 1) expect((await ask(hasty, '203.0.113.64')).status).toBe(202);
    // What was refused has not been counted for the account.
    for (let draft = 0; draft < draftsPerDay; draft += 1) expect((await ask(another, '203.0.113.63')).status).toBe(202);
  });

  test('guessing one account from one address stops; the owner still gets in from another', async () => {
    const email = await member();
    const attacker = from('203.0.113.7');
    const { allowed, refusal } = await untilRefused(
      () => attacker('/auth/login', { email, password: 'falsch-falsch' }),
      20,
    );
    expect(allowed).toBe(10);
    expect(refusal).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(60);
    // Also the right password is refused there now, so that the answer tells nothing.
    expect((await attacker('/auth/login', { email, password: PASSWORD })).status).toBe(429);
    expect((await from('198.51.100.4')('/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });

  describe('guessing one account from many addresses', () => {
    const brake = () => product.api.get(GuessingBrake, { strict: false });
    afterEach(() => void vi.restoreAllMocks());
    const guess = (email: string, number: number, password = 'falsch-falsch') =>
      from(`198.18.${number >> 8}.${number & 255}`)('/auth/login', { email, password });
    const notices = async (email: string) => (await emailsTo(product, email, /Jemand versucht/, 0)).length;

    test('waits longer and longer, for known and unknown addresses alike; the owner gets in and is told once', async () => {
      const email = await member();
      const waits: Record<string, number[]> = {};
      const [all, someSteps] = [GUESSING.noticeFrom + 2, GUESSING.freeFailures + GUESSING.failuresPerStep + 2];
      const guesses = { [email]: all, 'niemand-raet@example.org': someSteps };
      for (const [address, count] of Object.entries(guesses)) {
        const paused = vi.spyOn(brake(), 'pause').mockResolvedValue();
        for (let number = 0; number < count; number += 1) expect((await guess(address, number)).status).toBe(401);
        waits[address] = paused.mock.calls.map(([ms]) => ms);
        vi.restoreAllMocks();
      }
      const expected = (count: number) =>
        Array.from({ length: count }, (_, failures) => delayAfter(failures)).filter((ms) => ms > 0);
      expect(Object.values(waits)).toEqual([expected(all), expected(someSteps)]);

      const paused = vi.spyOn(brake(), 'pause').mockResolvedValue();
      const owner = await guess(email, 9000, PASSWORD);
      expect([owner.status, paused.mock.calls]).toEqual([200, [[delayAfter(GUESSING.noticeFrom + 2)]]]);
      // Her browser is known now, and no longer waits for what others do.
      const known = owner.headers
        .getSetCookie()
        .find((line) => line.startsWith('bildnis_known='))!
        .split(';')[0]!;
      const again = () =>
        product
          .anonymous()
          .send(
            'POST',
            '/auth/login',
            { email, password: PASSWORD },
            { cookie: known, 'x-forwarded-for': '198.18.200.1' },
          );
      expect([(await again()).status, paused.mock.calls.length]).toEqual([200, 1]);
      // What was known for one account is nothing for another.
      await product
        .anonymous()
        .send(
          'POST',
          '/auth/login',
          { email: 'niemand-raet@example.org', password: 'x' },
          { cookie: known, 'x-forwarded-for': '198.18.200.1' },
        );
      expect(paused.mock.calls.length).toBe(2);

      await emailsTo(product, email, /Jemand versucht, sich bei Ihrem Konto anzumelden/, 1);
      await guess(email, 9001);
      expect(
        await product
          .em()
          .execute(
            `select 1 from job j join app_user u on u.id::text = j.payload->>'userId' where u.email = ? and j.payload->>'change' = 'guessed_at'`,
            [email],
          ),
      ).toHaveLength(1);
      expect(await notices(email)).toBe(1);
    });

    test('right passwords count for nothing, however often', async () => {
      const email = await member();
      const paused = vi.spyOn(brake(), 'pause').mockResolvedValue();
      for (let number = 0; number <= GUESSING.freeFailures; number += 1)
        expect((await guess(email, number, PASSWORD)).status).toBe(200);
      expect(paused).not.toHaveBeenCalled();
    });

    test('keeps few requests waiting, none of them with a connection to the database; other accounts notice nothing', async () => {
      const email = await member();
      vi.spyOn(brake(), 'pause').mockResolvedValue();
      for (let number = 0; number < GUESSING.freeFailures; number += 1) await guess(email, number);
      vi.restoreAllMocks();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const paused = vi.spyOn(brake(), 'pause').mockReturnValue(held);
      const { perAccount, perAccountAndAddress } = GUESSING_ROOM;
      const waiting = Array.from({ length: perAccount }, (_, place) =>
        guess(email, 1000 + Math.floor(place / perAccountAndAddress)),
      );
      await expect.poll(() => paused.mock.calls.length, { timeout: 20_000 }).toBe(perAccount);
      const refused = await guess(email, 2000);
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1]);
      const open = async () =>
        (
          await product
            .em()
            .execute<{ count: number }[]>(
              `select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
            )
        )[0]!.count;
      // The worker has one for moments; one that waited would keep it.
      await expect.poll(open, { timeout: 20_000 }).toBe(0);
      expect((await guess(await member(), 2001, PASSWORD)).status).toBe(200);
      release();
      expect(new Set((await Promise.all(waiting)).map((answer) => answer.status))).toEqual(new Set([401]));
      expect((await guess(email, 2002, PASSWORD)).status).toBe(200);
    });
  });

  test('trying a list of accounts from one address stops', async () => {
    const attacker = from('203.0.113.8');
    const before = await done(LIMITS.loginPerAddress, '203.0.113.8', 56);
    let guess = 0;
    const { allowed } = await untilRefused(
      () => attacker('/auth/login', { email: `konto-${(guess += 1)}@example.org`, password: 'falsch-falsch' }),
      100,
    );
    expect(before + allowed).toBe(60);
  });

  test.each(['/auth/password-reset', '/auth/resend-confirmation'])(
    'a flood of %s fills nobody’s mailbox, wherever it comes from',
    async (path) => {
      const email = path.endsWith('reset') ? await member() : (await registeredCustomer(product)).email;
      const before = await mailsFor(email);
      // Nobody is told off: the answer is the same with and without a mail, and also for an address nobody has.
      for (let call = 1; call <= 12; call += 1) {
        for (const asked of [email, `niemand-${path.length}@example.org`])
          expect(await from(`192.0.2.${call}`)(path, { email: asked })).toMatchObject({
            status: 202,
            body: { accepted: true },
          });
      }
      expect(await mailsFor(email)).toBe(before + 5);
    },
  );

  test('a flood of one kind of mail holds up no other kind', async () => {
    const { email } = await registeredCustomer(product);
    for (let call = 1; call <= 8; call += 1)
      await from(`192.0.2.${100 + call}`)('/auth/resend-confirmation', { email });
    const before = await mailsFor(email);
    await from('192.0.2.120')('/auth/password-reset', { email });
    expect(await mailsFor(email)).toBe(before + 1);
  });

  test('a stolen session that guesses keeps its owner’s other sessions from nothing', async () => {
    const email = await member();
    const signIn = async (address: string) =>
      new Caller(
        product.origin,
        String((await from(address)('/auth/login', { email, password: PASSWORD, session: 'token' })).body['token']),
      );
    const [thief, owner] = [await signIn('198.51.100.20'), await signIn('198.51.100.21')];
    const { allowed } = await untilRefused(
      () => thief.post('/auth/prove', { method: 'password', value: 'falsch-falsch' }),
      40,
    );
    expect(allowed).toBe(20);
    expect((await owner.post('/auth/prove', { method: 'password', value: PASSWORD })).status).toBe(200);
    expect((await owner.post('/me/password', { currentPassword: PASSWORD, newPassword: 'Winterwald-77' })).status).toBe(
      200,
    );
  });

  test('one address cannot send mail to many people', async () => {
    const attacker = from('203.0.113.9');
    const before = await done(LIMITS.mailPerAddress, '203.0.113.9', 16);
    let call = 0;
    const { allowed } = await untilRefused(
      () => attacker('/auth/password-reset', { email: `opfer-${(call += 1)}@example.org` }),
      40,
    );
    expect(before + allowed).toBe(20);
  });

  test('one address cannot open accounts without end', async () => {
    const attacker = from('203.0.113.10');
    const before = await done(LIMITS.registerPerAddress, '203.0.113.10', 16);
    let call = 0;
    const { allowed } = await untilRefused(
      () =>
        attacker('/auth/register', {
          email: `viele-${(call += 1)}@example.org`,
          password: PASSWORD,
          displayName: 'Viele',
          acceptTerms: true,
        }),
      40,
    );
    expect(before + allowed).toBe(20);
  });

  test('tokens cannot be tried without end', async () => {
    const attacker = from('203.0.113.11');
    const before = await done(LIMITS.tokenPerAddress, '203.0.113.11', 56);
    const { allowed } = await untilRefused(() => attacker('/auth/confirm-email', { token: 'geraten' }), 100);
    expect(before + allowed).toBe(60);
  });
});
