import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { wholeBrowser } from '../playwright.config.js';
import { enter } from './accounts.js';
import { answeredCookies } from './cookies.js';
import { installed } from './installed.js';
import { DESK, lookTwice, PHONE, resize } from './look.js';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser, ...DESK });

const origin = (page: Page) => new URL(page.url()).origin;

async function enterApp(page: Page, context: BrowserContext): Promise<void> {
  await enter(context);
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

test('what was deleted without a network is deleted when it comes back; a sign-out without a network ends the session before anything else', async ({
  page,
  context,
}) => {
  await resize(page, PHONE.viewport);
  await enterApp(page, context);
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
});

test('the app can be installed, and says so when the browser offers it', async ({ page, context }) => {
  await enterApp(page, context);
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
}) => {
  // Nothing of the app is on the device yet.
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    locale: 'de-CH',
    storageState: answeredCookies(baseURL ?? ''),
    serviceWorkers: 'block',
  });
  await enter(context);
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

test('the app opens without a network while a newer version waits', async ({ page, context }) => {
  await enterApp(page, context);
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

test('the manifest says what is installed, and every picture in it is as large as it says', async ({
  page,
  request,
}) => {
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
});
