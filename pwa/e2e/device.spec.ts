import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { startTestServer, type TestServer } from '../../backend/bootstrap/test-server.mjs';
import { wholeBrowser } from '../playwright.config.js';
import { appVersion } from '../scripts/app-version.js';
import { openAccount, signIn } from './accounts.js';
import { answeredCookies } from './cookies.js';
import { atEverySize, covered } from './covered.js';
import { ONCE, lookTwice } from './look.js';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

const origin = (page: Page) => new URL(page.url()).origin;

/** Waits until the service worker answers for the page. */
const installed = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 20_000 })
    .toBe('activated');

async function enter(page: Page, context: BrowserContext): Promise<void> {
  const account = await openAccount(context.request);
  expect(await signIn(context, account)).toBe(200);
  await page.goto('/app');
  await installed(page);
}

/** A draft of a profile, as the wizard begins one. */
async function draft(page: Page, context: BrowserContext, name: string): Promise<string> {
  const made = await context.request.post('/api/v1/ai-profiles', {
    headers: { origin: origin(page) },
    data: { name, gender: 'female' },
  });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

/** Agrees to keep things on this device, in the settings. */
async function keepHere(page: Page): Promise<void> {
  await page.goto('/app/settings/daten');
  await page.getByRole('switch', { name: 'Portraits auf diesem Gerät behalten' }).press('Space');
  await expect(page.getByText('Portraits bleiben auf diesem Gerät, sobald Sie sie öffnen.').first()).toBeVisible();
}

test(
  'what was deleted without a network is deleted when it comes back; a sign-out without a network ends the session before anything else',
  ONCE,
  async ({ page, context }) => {
    await enter(page, context);
    const id = await draft(page, context, 'Sommer');
    await keepHere(page);
    await lookTwice(page);
    await page.goto('/app/profiles');
    await expect(page.getByText('Sommer')).toBeVisible();

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Keine Verbindung. Sie sehen, was auf diesem Gerät ist.')).toBeVisible();
    await page
      .getByRole('button', { name: /löschen/i })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
    await expect(page.getByRole('main').getByText('wird gelöscht, sobald Sie online sind')).toBeVisible();
    await lookTwice(page);
    expect((await context.request.get(`/api/v1/ai-profiles/${id}`)).status()).toBe(200);

    await context.setOffline(false);
    await expect(page.getByText('Was Sie offline gelöscht haben, ist nun gelöscht.').first()).toBeVisible();
    await expect(page.getByText('Sommer')).toBeHidden();
    await expect(page.getByText('Keine Verbindung.')).toBeHidden();
    expect((await context.request.get(`/api/v1/ai-profiles/${id}`)).status()).toBe(404);

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Menü von Petra Muster' }).first().click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Keine Verbindung' })).toBeVisible();
    // The server does not know yet.
    expect((await context.request.get('/api/v1/me')).status()).toBe(200);
    await page.goto('/app');
    await expect(page.getByText('Guten')).toBeHidden();
    await expect(page).toHaveURL(/\/auth/);
    await expect(page.getByLabel('E-Mail')).toBeVisible();

    const first = page.waitForRequest(
      (request) => new URL(request.url()).pathname.startsWith('/api/v1/') && !request.url().includes('/health/'),
    );
    await context.setOffline(false);
    await page.goto('/app');
    expect(new URL((await first).url()).pathname).toBe('/api/v1/auth/logout');
    await expect(page).toHaveURL(/\/auth/);
    expect((await context.request.get('/api/v1/me')).status()).toBe(401);
  },
);

test('the app can be installed, and says so when the browser offers it', async ({ page, context }, info) => {
  test.skip(info.project.name !== 'desktop', 'the same everywhere');
  await enter(page, context);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { appId } = await devtools.send('Page.getAppId');
  expect(appId).toBe(`${origin(page)}/app`);
  await page.goto('/app/settings/daten');
  await expect(page.getByRole('switch', { name: 'Portraits auf diesem Gerät behalten' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Installieren' })).toBeHidden();
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve({ outcome: 'accepted' }),
    });
    dispatchEvent(offer);
    Object.assign(globalThis, { wasHeldBack: offer.defaultPrevented });
  });
  expect(await page.evaluate(() => (globalThis as unknown as { wasHeldBack: boolean }).wasHeldBack)).toBe(true);
  await lookTwice(page);
  await page.getByRole('button', { name: 'Installieren' }).click();
  await expect(page.getByRole('button', { name: 'Installieren' })).toBeHidden();
});

test('without a network the account menu says so where it was never opened, and opens when there is one', async ({
  browser,
  baseURL,
}, info) => {
  test.skip(info.project.name !== 'desktop', 'the same everywhere');
  // Nothing of the app is on the device yet.
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    locale: 'de-CH',
    storageState: answeredCookies(baseURL ?? ''),
    serviceWorkers: 'block',
  });
  expect(await signIn(context, await openAccount(context.request))).toBe(200);
  const page = await context.newPage();
  // Messages come after the first screen.
  const messages = page.waitForResponse(/message-area/);
  await page.goto('/app');
  await (await messages).finished();
  await context.setOffline(true);
  const menu = page.getByRole('button', { name: 'Menü von Petra Muster' }).last();
  await menu.click();
  await expect(
    page.getByRole('region', { name: 'Meldungen' }).getByText('Keine Verbindung zum Server.').first(),
  ).toBeVisible();
  await context.setOffline(false);
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Abmelden' })).toBeVisible();
  await context.close();
});

test('the app opens without a network while a newer version waits', async ({ page, context }, info) => {
  test.skip(info.project.name !== 'desktop', 'the same everywhere');
  await enter(page, context);
  // What a newer version leaves that is installed and waits: its document, and its files among those of all versions.
  await page.evaluate(async () => {
    const shell = await caches.open('bildnis-shell');
    const html = (await (await shell.match('/app'))?.text()) ?? '';
    const name = (await caches.keys()).find((each) => each.startsWith('workbox-precache'));
    const files = await caches.open(name ?? '');
    await files.put(
      '/assets/newer.js',
      new Response('document.documentElement.dataset.version = "newer"', {
        headers: { 'Content-Type': 'text/javascript' },
      }),
    );
    await shell.put(
      '/app',
      new Response(html.replace('</head>', '<script type="module" src="/assets/newer.js"></script></head>'), {
        headers: { 'Content-Type': 'text/html' },
      }),
    );
  });
  await context.setOffline(true);
  await page.goto('/app/profiles');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.version)).toBe('newer');
});

test.describe('a newer version', () => {
  let server: TestServer;
  let folder: string;
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bildnis-build-'));
    for (const name of ['dist', 'dist-prerender'])
      cpSync(resolve(import.meta.dirname, '..', name), join(folder, name), { recursive: true });
    server = await startTestServer({ RATE_LIMITS: 'false', PWA_DIR: join(folder, 'dist') });
  });
  test.afterAll(async () => {
    await server.stop(false);
    rmSync(folder, { recursive: true, force: true });
  });

  const served = (name: string) => join(folder, 'dist', name);

  /** What the server gives out as the service worker from now on. */
  function serve(change: (script: string) => string): void {
    const script = readFileSync(resolve(import.meta.dirname, '../dist/sw.js'), 'utf8');
    for (const ending of ['.gz', '.br']) rmSync(served(`sw.js${ending}`), { force: true });
    writeFileSync(served('sw.js'), change(script));
  }

  /** Brings out a new version: the worker says that it is another one. */
  function release(version: string): void {
    const own = appVersion();
    serve((script) => {
      expect(script.includes(own)).toBe(true);
      return script.replaceAll(own, version);
    });
  }

  async function enterAt(browser: Browser, viewport: { width: number; height: number }): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'de-CH',
      storageState: answeredCookies(server.url),
      viewport,
    });
    const email = `petra-${randomUUID()}@example.org`;
    const headers = { origin: new URL(server.url).origin };
    expect(
      (
        await context.request.post('/api/v1/auth/register', {
          headers,
          data: { email, password: 'Sommerwiese-42', displayName: 'Petra Muster', acceptTerms: true },
        })
      ).status(),
    ).toBe(201);
    let token = '';
    await expect(async () => {
      const mails = (await (
        await context.request.get(`${server.mailboxUrl}/messages?to=${encodeURIComponent(email)}`)
      ).json()) as { text: string }[];
      token = /token=([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
      expect(token).not.toBe('');
    }).toPass({ timeout: 20_000 });
    expect(
      (
        await context.request.post('/api/v1/auth/confirm-email', { headers, data: { token, session: 'cookie' } })
      ).status(),
    ).toBe(200);
    return context;
  }

  const look = (page: Page) =>
    page.evaluate(() =>
      navigator.serviceWorker
        .getRegistration()
        .then((registration) => registration?.update())
        .then(() => undefined),
    );
  const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Neue Version' });
  const close = (page: Page) => notice(page).getByRole('button', { name: 'Schliessen' });
  const reload = (page: Page) => notice(page).getByRole('button', { name: 'Neu laden' });
  /** The worker that is just being installed. */
  const installing = (page: Page) =>
    expect
      .poll(
        () =>
          page.evaluate(() =>
            navigator.serviceWorker.getRegistration().then((registration) => registration?.installing?.state),
          ),
        { timeout: 20_000 },
      )
      .toBe('installing');

  test('is none while the first one is being installed, in any number of tabs', async ({ browser }, info) => {
    test.skip(info.project.name !== 'desktop', 'the same everywhere');
    // The first installation takes as long as the test says.
    serve(
      (script) =>
        `self.addEventListener('install', (event) => event.waitUntil(new Promise((go) => self.addEventListener('message', ({ data }) => data === 'go' && go()))));\n${script}`,
    );
    const context = await enterAt(browser, { width: 1440, height: 900 });
    const tabs = [await context.newPage()];
    for (const path of ['/app', '/app/profiles', '/app/styles']) {
      const tab = path === '/app' ? tabs[0]! : await context.newPage();
      if (tab !== tabs[0]) tabs.push(tab);
      const registered = tab.waitForEvent('console', {
        predicate: (message) => message.text() === 'registered',
        timeout: 20_000,
      });
      await tab.addInitScript(() => {
        const container = navigator.serviceWorker;
        const register = container.register.bind(container);
        container.register = (...given) => register(...given).finally(() => console.log('registered'));
        Object.assign(globalThis, { taken: 0 });
        container.addEventListener('controllerchange', () => Object.assign(globalThis, { taken: 1 }));
      });
      await tab.goto(path);
      await registered;
      await installing(tab);
    }
    const [first] = tabs as [Page];
    await first.evaluate(() =>
      navigator.serviceWorker.getRegistration().then((registration) => registration?.installing?.postMessage('go')),
    );
    for (const tab of tabs) {
      await installed(tab);
      await expect.poll(() => tab.evaluate(() => (globalThis as unknown as { taken: number }).taken)).toBe(1);
      // The worker answers in order: what the tab itself has asked of it is answered by now.
      await tab.evaluate(() =>
        navigator.serviceWorker
          .getRegistration()
          .then((registration) => registration?.update())
          .then(() => undefined),
      );
      await tab.evaluate(() => new Promise((answered) => requestIdleCallback(answered)));
      await expect(notice(tab)).toHaveCount(0);
    }

    // The same tabs do notice a version that is newer.
    release('a newer version');
    await look(first);
    for (const tab of tabs) {
      await expect(notice(tab)).toBeVisible();
      expect(await tab.evaluate(() => document.querySelectorAll('[role=status]:has(button)').length)).toBe(1);
    }
    await context.close();
  });

  test('is offered, never forced, in every tab, and not where something is being agreed to', async ({
    browser,
  }, info) => {
    test.skip(info.project.name !== 'desktop', 'the same everywhere');
    serve((script) => script);
    const context = await enterAt(browser, { width: 1440, height: 900 });
    const page = await context.newPage();
    await page.goto('/app');
    await installed(page);
    const other = await context.newPage();
    await other.goto('/app/profiles');
    await installed(other);

    release('the next version');
    await look(page);
    await expect(notice(page)).toBeVisible();
    await lookTwice(page);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await atEverySize(page, () => expect.poll(() => covered(page)).toEqual([]));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(notice(other)).toBeVisible();
    await other.getByRole('link', { name: 'Styles' }).first().click();
    await expect(notice(other)).toBeVisible();

    // Neither in the wizard, nor beside an open question, nor where an order is placed.
    await other.getByRole('link', { name: 'Profile', exact: true }).click();
    await other.getByRole('main').getByRole('link', { name: 'AI-Profil erstellen' }).click();
    await expect(other).toHaveURL(/profile-wizard/);
    await expect(other.getByText('Bevor Sie Fotos hochladen')).toBeVisible();
    await expect(notice(other)).toHaveCount(0);
    await other.getByRole('link', { name: 'Konto' }).click();
    await expect(notice(other)).toBeVisible();
    await other.getByRole('complementary').getByRole('button', { name: 'Meldungen nachlesen' }).click();
    await expect(other.getByRole('dialog')).toBeVisible();
    await expect(notice(other)).toBeHidden();
    await other.keyboard.press('Escape');
    await expect(notice(other)).toBeVisible();
    await other.goto('/bestellen?plan=starter');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice(other)).toBeHidden();
    await other.goto('/app/profiles');
    await expect(notice(other)).toBeVisible();

    // Closed, it stays away in this tab until there is yet another version.
    await close(other).click();
    await expect(notice(other)).toHaveCount(0);
    await other.getByRole('link', { name: 'Styles' }).first().click();
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice(other)).toHaveCount(0);
    release('the version after that');
    await look(page);
    await expect(notice(other)).toBeVisible();

    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await reload(page).click();
    await expect
      .poll(() => page.evaluate(() => (globalThis as { isOld?: boolean }).isOld ?? false).catch(() => true))
      .toBe(false);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    // The other tab was not loaded anew by itself, and can be when it suits.
    await expect(notice(other)).toBeVisible();
    await other.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await reload(other).click();
    await expect
      .poll(() => other.evaluate(() => (globalThis as { isOld?: boolean }).isOld ?? false).catch(() => true))
      .toBe(false);
    await context.close();
  });
});

test(
  'the manifest says what is installed, and every picture in it is as large as it says',
  ONCE,
  async ({ page, request }) => {
    const manifest = (await (await request.get('/manifest.webmanifest')).json()) as Record<string, never> & {
      icons: { src: string; sizes: string; purpose: string }[];
      screenshots: { src: string; sizes: string; form_factor: string; label: string }[];
      shortcuts: { url: string }[];
    };
    expect(manifest).toMatchObject({
      id: '/app',
      start_url: '/app',
      scope: '/',
      display: 'standalone',
      lang: 'de-CH',
      name: 'Bildnis',
    });
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']));
    expect(manifest.screenshots.every(({ label }) => label.length > 0)).toBe(true);
    for (const { url } of manifest.shortcuts) expect((await request.get(url)).status(), url).toBe(200);
    await page.goto('/offline');
    for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
      const size = await page.evaluate(async (url) => {
        const picture = await createImageBitmap(await (await fetch(url)).blob());
        return `${picture.width}x${picture.height}`;
      }, src);
      expect(size, src).toBe(sizes);
    }
  },
);
