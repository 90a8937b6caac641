import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Clock, DAY } from '../../src/platform/clock/index.js';
import { Caller } from '../support/caller.js';
import { customer, signedUp } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
const sockets: Socket[] = [];
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', SOCKET_CHECK_MS: '200' } });
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(() => product.stop());

interface SessionView {
  id: string;
  current: boolean;
  browser: string | null;
  system: string | null;
  device: string;
  address: string | null;
}

const PASSWORD = 'Sommerwiese-42';
const ODD_PICTURES = [
  'https://petra:geheim@bilder.example.org/x',
  'https://petra@bilder.example.org/x',
  'https://bilder.example.org/a b',
  'https://bilder.example.org/a\u0000b',
  'https://bilder.example.org/a\nb',
  'https://bilder.example.org/\ud800',
  'https://drucker.local/x',
  'https://api.internal/x',
  'https://app.localhost/x',
  'https://bildnis.invalid/x',
  'https://DRUCKER.LOCAL/x',
];
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1';

const confirmed = () => signedUp(product);

async function signedInAgain(email: string, password = PASSWORD): Promise<Caller> {
  const answer = await product
    .anonymous()
    .post<{ token: string }>('/auth/login', { email, password, session: 'token' });
  expect(answer.status).toBe(200);
  return new Caller(product.origin, answer.body.token);
}

async function cookieSession(email: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await product.anonymous().send('POST', '/auth/login', { email, password: PASSWORD }, headers);
  return /bildnis_session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')![0];
}

const listed = async (caller: Caller) => (await caller.get<{ items: SessionView[] }>('/sessions')).body.items;
const withCookie = (method: string, path: string, cookie: string, body?: unknown) =>
  product.anonymous().send(method, path, body, { cookie });

async function listening(auth: { token?: string; cookie?: string }): Promise<Socket> {
  const socket = io(product.origin, {
    path: '/socket.io',
    transports: ['websocket'],
    auth: { token: auth.token },
    reconnection: false,
    extraHeaders: auth.cookie ? { cookie: auth.cookie } : {},
  });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.once('ready', () => resolve()));
  return socket;
}

const shownOut = (socket: Socket) => until('the end of the socket', () => (socket.disconnected ? true : null), 5_000);

describe('the list of sessions', () => {
  test('names browser, system and a truncated address, the newest use first, this one marked', async () => {
    const { email, caller } = await confirmed();
    const cookie = await cookieSession(email, { 'user-agent': IPHONE });
    const items = ((await withCookie('GET', '/sessions', cookie)).body as unknown as { items: SessionView[] }).items;
    expect(items).toHaveLength(2);
    expect(items.find((item) => item.current)).toMatchObject({
      browser: 'Safari',
      system: 'iOS',
      device: 'mobile',
      address: '127.0.0.0',
    });
    expect(items.find((item) => !item.current)).toMatchObject({ device: 'program' });
    expect(await listed(caller)).toHaveLength(2);
  });

  test('one ends another: its calls answer 401, its socket closes within seconds; ending it again is not found', async () => {
    const { email, caller } = await confirmed();
    const other = await signedInAgain(email);
    const socket = await listening({ token: other.token! });
    const id = (await listed(other)).find((session) => session.current)!.id;
    expect((await caller.delete(`/sessions/${id}`)).status).toBe(204);
    await shownOut(socket);
    expect((await other.get('/me')).status).toBe(401);
    expect((await caller.delete(`/sessions/${id}`)).status).toBe(404);
    expect((await caller.get('/me')).status).toBe(200);
  });

  test('all others end at once; a stranger’s session cannot be ended', async () => {
    const { email, caller } = await confirmed();
    const others = await Promise.all([signedInAgain(email), signedInAgain(email)]);
    const stranger = await customer(product);
    const id = (await listed(caller)).find((session) => session.current)!.id;
    expect(await stranger.delete(`/sessions/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await caller.delete('/sessions')).status).toBe(204);
    for (const other of others) expect((await other.get('/me')).status).toBe(401);
    expect((await caller.get('/me')).status).toBe(200);
    expect((await stranger.get('/me')).status).toBe(200);
  });

  test('signing out closes the sockets of this session alone', async () => {
    const { email, caller } = await confirmed();
    const [other, mine] = [await signedInAgain(email), await listening({ token: caller.token! })];
    const kept = await listening({ token: other.token! });
    await caller.post('/auth/logout');
    await shownOut(mine);
    expect(kept.connected).toBe(true);
  });

  test('what Redis did not tell is noticed all the same: a session gone from the database loses its socket', async () => {
    const { caller } = await confirmed();
    const socket = await listening({ token: caller.token! });
    await product.em().execute('delete from session where id = ?', [(await listed(caller))[0]!.id]);
    await shownOut(socket);
  });

  test('a session ends after 30 days', async () => {
    const { caller } = await confirmed();
    product.api.get(Clock).shift(31 * DAY);
    try {
      expect((await caller.get('/me')).status).toBe(401);
    } finally {
      product.api.get(Clock).shift(-31 * DAY);
    }
  });
});

describe('changing the password', () => {
  test('needs the current one, ends every session and socket, and renews the one it was done from', async () => {
    const { email, caller } = await confirmed();
    const cookie = await cookieSession(email);
    const [other, own] = [await listening({ token: caller.token! }), await listening({ cookie })];
    const told: string[] = [];
    other.on('session.ended', () => told.push('other'));
    own.on('session.ended', () => told.push('own'));
    const change = (body: object) => withCookie('POST', '/me/password', cookie, body);
    expect(await change({ currentPassword: 'falsch-falsch', newPassword: 'Herbstwald-77' })).toMatchObject({
      status: 400,
      body: { code: 'password_wrong' },
    });
    expect(await change({ newPassword: 'Herbstwald-77' })).toMatchObject({
      status: 400,
      body: { code: 'password_wrong' },
    });
    expect(await change({ currentPassword: PASSWORD, newPassword: '12345' })).toMatchObject({
      status: 400,
      body: { code: 'weak_password' },
    });
    expect(await change({ currentPassword: PASSWORD, newPassword: 'Passwort1' })).toMatchObject({
      status: 400,
      body: { code: 'common_password' },
    });
    const changed = await change({ currentPassword: PASSWORD, newPassword: 'Herbstwald-77' });
    expect(changed.status).toBe(200);
    const renewed = /bildnis_session=[^;]+/.exec(changed.headers.get('set-cookie') ?? '')![0];
    expect((await withCookie('GET', '/me', renewed)).status).toBe(200);
    expect((await withCookie('GET', '/me', cookie)).status).toBe(401);
    expect((await caller.get('/me')).status).toBe(401);
    for (const socket of [other, own]) await shownOut(socket);
    // The page it was done from goes on: it only has to connect again, with the new cookie.
    expect(told).toEqual(['other']);
    expect((await listening({ cookie: renewed })).connected).toBe(true);
    expect((await product.anonymous().post('/auth/login', { email, password: PASSWORD })).status).toBe(401);
    await signedInAgain(email, 'Herbstwald-77');
  });

  test('to the same one is refused and changes nothing: no session ends, no mail is sent', async () => {
    const { email, caller } = await confirmed();
    const other = await signedInAgain(email);
    expect(await caller.post('/me/password', { currentPassword: PASSWORD, newPassword: PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'same_password' },
    });
    // Nobody learns from it what the password is.
    expect(
      await caller.post('/me/password', { currentPassword: 'falsch-falsch', newPassword: 'falsch-falsch' }),
    ).toMatchObject({ status: 400, body: { code: 'password_wrong' } });
    expect([(await caller.get('/me')).status, (await other.get('/me')).status]).toEqual([200, 200]);
    expect(
      await product
        .em()
        .execute("select 1 from job where topic = 'accounts.security_changed' and payload->>'userId' = ?", [
          (await caller.get<{ id: string }>('/me')).body.id,
        ]),
    ).toEqual([]);
    await signedInAgain(email);
  });

  test('a program keeps its token, every other session ends', async () => {
    const { email, caller } = await confirmed();
    const other = await signedInAgain(email);
    expect(
      (await caller.post('/me/password', { currentPassword: PASSWORD, newPassword: 'Herbstwald-77' })).status,
    ).toBe(200);
    expect([(await caller.get('/me')).status, (await other.get('/me')).status]).toEqual([200, 401]);
  });
});

describe('the details', () => {
  test('name and picture are trimmed, empty ones become none, and only https pictures are kept', async () => {
    const { caller } = await confirmed();
    expect(
      await caller.patch('/me', { displayName: '  Petra M.  ', avatarUrl: ' https://bilder.example.org/petra.jpg ' }),
    ).toMatchObject({
      status: 200,
      body: { displayName: 'Petra M.', avatarUrl: 'https://bilder.example.org/petra.jpg' },
    });
    for (const avatarUrl of [
      'javascript:alert(1)',
      'http://bilder.example.org/petra.jpg',
      'data:image/png;base64,AA',
      'https://169.254.169.254/latest',
      'https://localhost/x',
      'https://[::1]/',
      '//bilder.example.org/x',
      'x',
      ...ODD_PICTURES,
    ]) {
      expect
        .soft(await caller.patch('/me', { avatarUrl }), avatarUrl)
        .toMatchObject({ status: 400, body: { fields: [{ path: 'avatarUrl' }] } });
    }
    expect(await caller.patch('/me', { displayName: 'x'.repeat(101) })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'displayName' }] },
    });
    for (const displayName of ['Pe\ud800tra', 'Petra\udc00', 'Pe\u0000tra'])
      expect
        .soft(await caller.patch('/me', { displayName }), JSON.stringify(displayName))
        .toMatchObject({ status: 400, body: { fields: [{ path: 'displayName' }] } });
    expect(
      await caller.patch('/me', {
        displayName: '\u2800\u3164P\u115f\u1160e\uffa0\u180et\u{e0041}ra',
        avatarUrl: 'HTTPS://Bilder.Example.org/ä/../petra.jpg',
      }),
    ).toMatchObject({ status: 200, body: { displayName: 'Petra', avatarUrl: 'https://bilder.example.org/petra.jpg' } });
    expect(await caller.patch('/me', { avatarUrl: `https://bilder.example.org/${'ä'.repeat(400)}` })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'avatarUrl' }] },
    });
    expect(await caller.patch('/me', { displayName: '  ', avatarUrl: '' })).toMatchObject({
      status: 200,
      body: { displayName: null, avatarUrl: null },
    });
    expect(await caller.patch('/me', { notifyByEmail: false })).toMatchObject({
      body: { notifyByEmail: false, notifyByPush: true, displayName: null },
    });
  });

  test.each([
    { email: 'andere@example.org' },
    { credits: 1000 },
    { role: 'admin' },
    { isBlocked: false },
    { id: '00000000-0000-4000-8000-000000000000' },
    { emailConfirmed: true },
  ])('%j cannot be changed', async (body) => {
    const { caller } = await confirmed();
    const before = (await caller.get('/me')).body;
    expect((await caller.patch('/me', body)).status).toBe(400);
    expect((await caller.get('/me')).body).toEqual(before);
  });
});
