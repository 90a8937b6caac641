import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import { confirmationToken, customer, registeredCustomer } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';

/** Abuse cases 3, 7 and 28: headers of every kind of answer, foreign pages, and names a request gives itself. */
const folder = mkdtempSync(join(tmpdir(), 'bildnis-pages-'));
let product: Product;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Bildnis</title>');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'export {}');
  product = await startProduct({
    env: { LOG_LEVEL: 'silent', PWA_DIR: folder, PUBLIC_ORIGIN: 'https://bildnis.example' },
  });
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const answerOf = (path: string, init?: RequestInit) => fetch(`${product.origin}${path}`, init);

describe('headers', () => {
  test.each([
    '/',
    '/auth',
    '/app/settings',
    '/api/v1/styles',
    '/api/v1/me',
    '/api/v1/nowhere',
    '/api/v1/media/portraits/x/original',
  ])('%s is protected', async (path) => {
    const { headers } = await answerOf(path);
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'self'",
      "script-src 'self';",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'upgrade-insecure-requests',
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('keep-alive')).toBe('timeout=130');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    // The camera is for the wizard; nothing else of the device is anybody's business, and no frame gets it handed on.
    const device = headers.get('permissions-policy')?.split(', ') ?? [];
    expect(device.filter((rule) => !rule.endsWith('=()'))).toEqual(['camera=(self)']);
    for (const feature of ['microphone', 'geolocation', 'payment', 'usb', 'display-capture'])
      expect(device).toContain(`${feature}=()`);
    expect(headers.get('x-powered-by')).toBeNull();
    if (path.startsWith('/api/')) expect(headers.get('cache-control')).toBe('no-store');
  });
});

test('a part of a page has what protects parts, and none of what only documents obey', async () => {
  const { status, headers } = await answerOf('/assets/app-1a2b.js');
  expect(status).toBe(200);
  expect(Object.fromEntries([...headers].filter(([name]) => !/^(?:date|etag|last-modified)$/.test(name)))).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
    connection: 'keep-alive',
    'content-length': '9',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'text/javascript',
    'cross-origin-resource-policy': 'same-origin',
    'keep-alive': 'timeout=130',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
});

describe('foreign pages', () => {
  const body = JSON.stringify({ email: 'opfer@example.org' });
  test('without Origin, what the browser says of the page decides wherever a cookie comes along', async () => {
    const leave = (headers: Record<string, string>) =>
      answerOf('/api/v1/auth/logout', { method: 'POST', headers }).then(({ status }) => status);
    const cookie = 'bildnis_session=bs_none';
    for (const site of ['cross-site', 'same-site'])
      expect(await leave({ cookie, 'sec-fetch-site': site }), site).toBe(403);
    const own = await leave({ cookie });
    expect(own).not.toBe(403);
    for (const site of ['same-origin', 'none']) expect(await leave({ cookie, 'sec-fetch-site': site }), site).toBe(own);
    // A link from a mail is no mutation.
    expect((await answerOf('/api/v1/styles', { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).status).toBe(
      200,
    );
  });

  test.each([
    ['a fetch', { 'content-type': 'application/json', origin: 'https://evil.example' }],
    ['a form that pretends to be text', { 'content-type': 'text/plain', origin: 'https://evil.example' }],
    ['a sandboxed frame', { 'content-type': 'application/json', origin: 'null' }],
    [
      'a name that only begins like ours',
      { 'content-type': 'application/json', origin: 'https://bildnis.example.evil.example' },
    ],
  ])('%s is refused before anything is read', async (_what, headers: Record<string, string>) => {
    for (const path of ['/auth/password-reset', '/auth/logout', '/auth/google/start', '/me/password']) {
      const answer = await answerOf(`/api/v1${path}`, { method: 'POST', headers, body });
      expect(answer.status, path).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'origin_refused' });
    }
  });
});

describe('photos shared with the installed app that no service worker took', () => {
  /** Announces a form of many megabytes and sends only its beginning. */
  const begin = (path: string, origin: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = httpRequest(product.origin + path, {
        method: 'POST',
        headers: { origin, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 90_000_000 },
      });
      sent.once('error', reject);
      sent.once('response', (answer) => {
        resolve(answer);
        sent.destroy();
      });
      sent.write('--x\r\ncontent-disposition: form-data; name="photos"; filename="eins.jpg"\r\n\r\n');
    });

  test.each(['null', 'https://bildnis.example', 'https://evil.example'])(
    'lead to the wizard before anything of them is read, from %s',
    async (origin) => {
      const { statusCode, headers } = await begin('/app/profile-wizard', origin);
      expect([statusCode, headers.location, headers['set-cookie']]).toEqual([
        303,
        '/app/profile-wizard?shared=true',
        undefined,
      ]);
    },
  );

  test('no other path does', async () => {
    for (const path of ['/app/profile-wizard/x', '/app', '/api/v1/ai-profiles'])
      expect((await begin(path, 'null')).statusCode, path).toBe(403);
  });
});

describe('cookies under https', () => {
  /** A browser's session, as the answer that hands it over sets it. */
  async function session(): Promise<{ lines: string[]; pair: string }> {
    const { email, password } = await registeredCustomer(product);
    const answer = await product
      .anonymous()
      .send('POST', '/auth/confirm-email', { token: await confirmationToken(product, email), password });
    const lines = answer.headers.getSetCookie().filter((line) => !line.includes('Expires=Thu, 01 Jan 1970'));
    return { lines, pair: lines.find((line) => line.includes('_session='))!.split(';')[0]! };
  }
  const me = async (cookie: string) => (await product.anonymous().send('GET', '/me', undefined, { cookie })).status;
  const socketOf = (cookie: string) =>
    new Promise<string>((resolve) => {
      const socket = io(product.origin, {
        path: '/socket.io',
        transports: ['websocket'],
        reconnection: false,
        extraHeaders: { cookie, origin: 'https://bildnis.example' },
      });
      const end = (how: string) => (resolve(how), socket.disconnect());
      socket
        .once('ready', () => end('ready'))
        .once('session.ended', () => end('ended'))
        .once('connect_error', () => end('refused'));
    });

  test('all belong to this very host: no sibling domain can plant one, and no script reads one', async () => {
    const registered = await product.anonymous().post('/auth/register', {
      email: 'host@example.org',
      password: 'Sommerwiese-42',
      displayName: 'Petra',
      acceptTerms: true,
    });
    const lines = [...(await session()).lines, ...registered.headers.getSetCookie()];
    expect(lines.map((line) => line.split('=')[0])).toEqual([
      '__Host-bildnis_session',
      '__Host-bildnis_known',
      '__Host-bildnis_registration',
    ]);
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
      expect(line).not.toMatch(/domain/i);
    }
  });

  test('a planted cookie of the bare name opens nothing and hides nothing, wherever it stands', async () => {
    const [own, planted] = [(await session()).pair, (await session()).pair.replace('__Host-', '')];
    expect(await Promise.all([own, planted, `${planted}; ${own}`, `${own}; ${planted}`].map(me))).toEqual([
      200, 401, 200, 200,
    ]);
    expect(await Promise.all([own, planted, `${planted}; ${own}`].map(socketOf))).toEqual(['ready', 'ended', 'ready']);
    const answer = await product
      .anonymous()
      .send('POST', '/auth/logout', undefined, { cookie: `${planted}; ${own}`, origin: 'https://bildnis.example' });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-bildnis_session=; Path=\/; Expires=Thu, 01 Jan 1970.*Secure/),
    ]);
    expect(await me(own)).toBe(401);
  });
});

test('links, cookies and return addresses use the configured origin, whatever the request calls us', async () => {
  const caller = await customer(product);
  const me = (await caller.get<{ email: string }>('/me')).body;
  await answerOf('/api/v1/auth/password-reset', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
    },
    body: JSON.stringify({ email: me.email }),
  });
  const read = async () =>
    (await (await fetch(`${product.mailbox.url}/messages?to=${encodeURIComponent(me.email)}`)).json()) as {
      subject: string;
      text: string;
      html: string;
    }[];
  await expect
    .poll(async () => (await read()).some((mail) => mail.subject === 'Neues Passwort setzen'), { timeout: 20_000 })
    .toBe(true);
  for (const mail of await read()) {
    expect(mail.text + mail.html).not.toContain('evil.example');
    expect(mail.text).toContain('https://bildnis.example/');
  }
});
