import { describe, expect, test } from 'vitest';
import { Caller, type Answer } from '../support/caller.js';
import { signedUp } from '../support/customers.js';
import { linkToken } from '../support/emails.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';

/** What two people, or one and a thief, do to an account at the same moment. Each race is run several times. */
let product: Product;
useSharedProduct((shared) => (product = shared));

const OLD = 'Sommerwiese-42';
const OWNERS = 'Herbstwald-77';
const THIEFS = 'Winterberg-11';
const RUNS = 2;
const visitor = () => product.anonymous();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const member = () => signedUp(product);

async function resetToken(email: string): Promise<string> {
  await visitor().post('/auth/password-reset', { email });
  return linkToken(product, email, 'reset-password');
}

const login = (email: string, password: string) =>
  visitor().post<{ token: string }>('/auth/login', { email, password, session: 'token' });
const complete = (token: string) => visitor().post('/auth/password-reset/complete', { token, newPassword: OWNERS });
const cookieOf = (answer: Answer) => /bildnis_session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0];
const withCookie = (method: string, path: string, cookie: string, body?: unknown) =>
  visitor().send(method, path, body, { cookie });
const changeTo = (cookie: string, newPassword: string) =>
  withCookie('POST', '/me/password', cookie, { currentPassword: OLD, newPassword });
const cookieLogin = async (email: string) => cookieOf(await visitor().post('/auth/login', { email, password: OLD }))!;

describe.each(Array.from({ length: RUNS }, (_, run) => run + 1))('run %i', (run) => {
  test('of those who sign in with the old password during a reset, nobody stays in', async () => {
    const { email } = await member();
    const token = await resetToken(email);
    const [reset, ...logins] = await Promise.all([
      complete(token),
      ...Array.from({ length: 12 }, (_, index) => pause(index * 8 * run).then(() => login(email, OLD))),
    ]);
    expect(reset.status).toBe(204);
    for (const { status, body } of logins as Answer<{ token: string }>[]) {
      expect([200, 401]).toContain(status);
      if (status === 200) expect((await new Caller(product.origin, body.token).get('/me')).status).toBe(401);
    }
  });

  test('a thief who knows the old password cannot overrule the owner’s reset', async () => {
    const { email } = await member();
    const token = await resetToken(email);
    const cookie = await cookieLogin(email);
    const [reset, change] = await Promise.all([complete(token), pause(run * 10).then(() => changeTo(cookie, THIEFS))]);
    // Whichever is first: a change ends the link, and a reset ends the session the change is made from.
    expect([reset.status, change.status]).not.toContain(500);
    expect([
      [204, 400],
      [204, 401],
      [400, 200],
    ]).toContainEqual([reset.status, change.status]);
    expect((await login(email, reset.status === 204 ? THIEFS : OWNERS)).status).toBe(401);
    expect((await login(email, reset.status === 204 ? OWNERS : THIEFS)).status).toBe(200);
  });

  test('a session that is ended while it changes the password does not come back', async () => {
    const { email, caller } = await member();
    const cookie = await cookieLogin(email);
    const [change, ended] = await Promise.all([
      changeTo(cookie, THIEFS),
      pause(run * 7).then(() => caller.delete('/sessions')),
    ]);
    const renewed = cookieOf(change);
    if (ended.status === 204 && renewed) expect((await withCookie('GET', '/me', renewed)).status).toBe(401);
    expect(change.status).not.toBe(500);
  });

  test('of several changes with the same old password, one counts', async () => {
    const { email } = await member();
    const cookies = [await cookieLogin(email), await cookieLogin(email), await cookieLogin(email)];
    const answers = await Promise.all(cookies.map((cookie, index) => changeTo(cookie, `Winterberg-${index}-Tal`)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.every((answer) => [200, 400, 401].includes(answer.status))).toBe(true);
  });

  test('what is still being written while the account goes leaves nothing of the person behind', async () => {
    const { email, caller } = await member();
    const me = (await caller.get<{ id: string }>('/me')).body;
    const token = await resetToken(email);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) =>
        pause(index * 3).then(() =>
          caller.patch('/me', {
            displayName: 'Anna Geheim',
            avatarUrl: 'https://example.org/me.jpg',
            notifyByEmail: true,
          }),
        ),
      ),
      caller.post('/me/password', { currentPassword: OLD, newPassword: THIEFS }),
      complete(token),
      pause(run * 12).then(() => caller.post('/me/deletion', { confirmEmail: email })),
    ]);
    expect(answers.map((answer) => answer.status)).not.toContain(500);
    const [row] = await product
      .em()
      .execute<{ deleted_at: string | null }[]>(
        'select display_name, avatar_url, password_hash, deleted_at, notify_by_email from app_user where id = ?',
        [me.id],
      );
    if (row!.deleted_at)
      expect(row).toEqual({
        display_name: null,
        avatar_url: null,
        password_hash: null,
        deleted_at: row!.deleted_at,
        notify_by_email: false,
      });
    // The reset may have been first: it ends the session the deletion is asked from.
    else expect(answers.at(-1)!.status).toBe(401);
  });
});
