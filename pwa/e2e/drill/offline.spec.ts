import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { startTestServer, type TestServer } from '../../../backend/bootstrap/test-server.mjs';
import { wholeBrowser } from '../../playwright.config.js';
import { appVersion } from '../../scripts/app-version.js';
import { enter, signIn, type Account } from '../accounts.js';
import { answeredCookies } from '../cookies.js';
import { atEverySize, covered } from '../covered.js';
import { installed } from '../installed.js';
import { atBothWidths, DESK, lookTwice, resize } from '../look.js';
import { servePartnerPage } from '../partner-page.js';
import { fewestPhotos } from '../photos.js';
import { buyPlan } from '../result-run.js';

const OFFLINE = 'Keine Verbindung. Sie sehen, was auf diesem Gerät ist.';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

// What the page of a partner makes is what is looked at without a network.
test.describe.configure({ mode: 'serial' });

// A server that may be stopped, and whose files may be changed.
let server: TestServer | undefined;
let folder: string;
let profile: string;
let account: Account;
test.beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'bildnis-profile-'));
  folder = mkdtempSync(join(tmpdir(), 'bildnis-build-'));
  for (const name of ['dist', 'dist-prerender'])
    cpSync(resolve(import.meta.dirname, '../..', name), join(folder, name), { recursive: true });
  server = await startTestServer({
    RATE_LIMITS: 'false',
    // Files are compared here, wherever they come from: samples cost the least.
    ENGINE: 'replicate',
    ENGINE_PORTRAIT_WIDTH: '512',
    PWA_DIR: join(folder, 'dist'),
  });
});
test.afterAll(async () => {
  await server?.stop(false);
  for (const each of [profile, folder]) rmSync(each, { recursive: true, force: true });
});

const served = (name: string) => join(folder, 'dist', name);

/** What the server gives out as the service worker from now on. */
function serve(change: (script: string) => string): void {
  const script = readFileSync(resolve(import.meta.dirname, '../../dist/sw.js'), 'utf8');
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

const askForUpdate = (page: Page) =>
  page.evaluate(() =>
    navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration?.update())
      .then(() => undefined),
  );
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Neue Version' });
const isOld = (page: Page) => page.evaluate(() => (globalThis as { isOld?: boolean }).isOld ?? false).catch(() => true);

/** Takes the newer version; the document is another one then. */
async function reload(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  await notice(page).getByRole('button', { name: 'Neu laden' }).click();
  await expect.poll(() => isOld(page)).toBe(false);
}

test('a newer version is none while the first one is being installed, in several tabs; it is offered in each, never forced, nor beside an open question', async ({
  browser,
}) => {
  // The first installation takes as long as the test says.
  serve(
    (script) =>
      `self.addEventListener('install', (event) => event.waitUntil(new Promise((go) => self.addEventListener('message', ({ data }) => data === 'go' && go()))));\n${script}`,
  );
  const context = await browser.newContext({
    baseURL: server!.url,
    locale: 'de-CH',
    storageState: answeredCookies(server!.url),
    ...DESK,
  });
  await enter(context, server);
  const [page, other] = [await context.newPage(), await context.newPage()];
  for (const [tab, path] of [
    [page, '/app'],
    [other, '/app/profiles'],
  ] as const) {
    const registered = tab.waitForEvent('console', { predicate: (message) => message.text() === 'registered' });
    await tab.addInitScript(() => {
      const container = navigator.serviceWorker;
      const register = container.register.bind(container);
      container.register = (...given) => register(...given).finally(() => console.log('registered'));
      Object.assign(globalThis, { taken: 0 });
      container.addEventListener('controllerchange', () => Object.assign(globalThis, { taken: 1 }));
    });
    await tab.goto(path);
    await registered;
    await expect
      .poll(() =>
        tab.evaluate(() =>
          navigator.serviceWorker.getRegistration().then((registration) => registration?.installing?.state),
        ),
      )
      .toBe('installing');
  }
  await page.evaluate(() =>
    navigator.serviceWorker.getRegistration().then((registration) => registration?.installing?.postMessage('go')),
  );
  for (const tab of [page, other]) {
    await installed(tab);
    await expect.poll(() => tab.evaluate(() => (globalThis as unknown as { taken: number }).taken)).toBe(1);
    // The worker answers in order: what the tab itself has asked of it is answered by now.
    await askForUpdate(tab);
    await tab.evaluate(() => new Promise((answered) => requestIdleCallback(answered)));
    await expect(notice(tab)).toHaveCount(0);
  }

  release('the next version');
  await askForUpdate(page);
  for (const tab of [page, other]) {
    await expect(notice(tab)).toBeVisible();
    expect(await tab.evaluate(() => document.querySelectorAll('[role=status]:has(button)').length)).toBe(1);
  }
  await lookTwice(page);
  await atBothWidths(page, () => atEverySize(page, () => expect.poll(() => covered(page)).toEqual([])));
  await resize(page, DESK.viewport);
  await other.getByRole('complementary').getByRole('button', { name: 'Meldungen nachlesen' }).click();
  await expect(other.getByRole('dialog')).toBeVisible();
  await expect(notice(other)).toBeHidden();
  await other.keyboard.press('Escape');
  await expect(notice(other)).toBeVisible();

  // Closed, it stays away in this tab until there is yet another version.
  await notice(other).getByRole('button', { name: 'Schliessen' }).click();
  await expect(notice(other)).toHaveCount(0);
  await other.getByRole('link', { name: 'Styles' }).first().click();
  await expect(other).toHaveURL(/styles$/);
  await expect(notice(other)).toHaveCount(0);
  release('the version after that');
  await askForUpdate(page);
  await expect(notice(other)).toBeVisible();

  await reload(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  // The other tab was not loaded anew by itself, and can be when it suits.
  await expect(notice(other)).toBeVisible();
  await reload(other);
  await context.close();
});

// The page of a partner is not ours, stands elsewhere, and has nothing but a key.
test('a page of somebody else, with a key alone, makes portraits and shows them; the cookie beside it opens nothing', async ({
  browser,
}, info) => {
  test.setTimeout(240_000);
  serve((script) => script);
  const { url } = server!;
  const { origin } = new URL(url);
  const context = await browser.newContext({ baseURL: url });
  account = await enter(context, server);
  await buyPlan(context.request, url);
  const made = await context.request.post('/api/v1/api-keys', {
    headers: { origin },
    data: { name: 'Seite', scopes: ['profiles:read', 'profiles:write', 'generations:read', 'generations:write'] },
  });
  const { secret } = (await made.json()) as { secret: string };

  // The same site with another port: browsers send the cookie there if they are asked to.
  const { port, close } = await servePartnerPage(join(folder, 'partner-page'));
  const page = await context.newPage();
  await page.goto(`http://${new URL(origin).hostname}:${port}/`);
  const call = (init: { credentials?: 'include'; headers?: { authorization?: string } }) =>
    page.evaluate(
      async ([url, given]) => {
        try {
          const answer = await fetch(url, given);
          return { status: answer.status, id: answer.headers.get('x-request-id') !== null };
        } catch {
          return 'kept from the page';
        }
      },
      [`${origin}/api/v1/ai-profiles`, init] as const,
    );
  const authorization = `Bearer ${secret}`;
  expect(await call({ headers: { authorization } })).toEqual({ status: 200, id: true });
  expect(await call({ headers: { authorization: 'Bearer bk_none' } })).toEqual({ status: 401, id: true });
  for (const headers of [{}, { authorization }, { authorization: 'Bearer bk_none' }])
    expect(await call({ credentials: 'include', headers }), JSON.stringify(headers)).toBe('kept from the page');
  expect(await call({})).toBe('kept from the page');

  const elsewhere = await browser.newContext({ baseURL: `http://127.0.0.1:${port}`, acceptDownloads: true });
  const theirs = await elsewhere.newPage();
  await theirs.goto('/');
  await theirs.getByLabel('Server').fill(origin);
  await theirs.getByLabel('API key').fill(secret);
  await theirs.getByLabel('Name of the person').fill('Anna');
  await theirs.getByLabel('8 to 15 photos').setInputFiles(await fewestPhotos(info.outputDir));
  await theirs.getByRole('checkbox').check();
  await theirs.getByRole('button', { name: 'Make portraits' }).click();
  await expect(theirs.getByRole('status')).toHaveText('8 portraits', { timeout: 180_000 });
  for (const portrait of await theirs.getByRole('img').all())
    expect(
      await portrait.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(100);

  const saved = theirs.waitForEvent('download');
  await theirs.getByRole('img', { name: 'Portrait 1', exact: true }).click();
  expect(
    readFileSync(await (await saved).path())
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff');
  expect(await elsewhere.cookies()).toEqual([]);
  await elsewhere.close();
  await context.close();
  close();
});

/** A browser that keeps what it has, as a person's own does. */
async function openBrowser(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...wholeBrowser,
    viewport: DESK.viewport,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    ...(server ? { baseURL: server.url } : {}),
  });
  const [page = await context.newPage()] = context.pages();
  return { context, page };
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The files of all portraits of the run that is open, as the server sends them. */
async function filesOf(context: BrowserContext, page: Page): Promise<string[]> {
  const id = page.url().split('/').at(-1)!;
  const run = (await (await context.request.get(`/api/v1/generations/${id}`)).json()) as {
    portraits: { downloadUrl: string }[];
  };
  return Promise.all(
    run.portraits.map(async ({ downloadUrl }) => sha256(await (await context.request.get(downloadUrl)).body())),
  );
}

/** Saves every portrait by its own button. */
async function saveAll(page: Page): Promise<{ name: string; hash: string }[]> {
  const saved: { name: string; hash: string }[] = [];
  for (const button of await page.getByRole('button', { name: /^Portrait \d herunterladen$/ }).all()) {
    const download = page.waitForEvent('download');
    await button.press('Enter');
    const file = await download;
    saved.push({ name: file.suggestedFilename(), hash: sha256(readFileSync(await file.path())) });
  }
  return saved;
}

/** Everything that is kept in the browser and may be a customer's. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('bildnis.kept.'));
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('bildnis');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const rows = await Promise.all(
      [...database.objectStoreNames].map(
        (name) =>
          new Promise<[string, number]>((resolve) => {
            const count = database.transaction(name).objectStore(name).count();
            count.onsuccess = () => resolve([name, count.result]);
          }),
      ),
    );
    database.close();
    return { caches: names, rows: rows.filter(([, count]) => count > 0).map(([name]) => name) };
  });

test('what was looked at opens and saves without a server, in a browser started anew', async () => {
  const first = await openBrowser();
  await first.context.addInitScript((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, answeredCookies(server!.url).origins[0]!.localStorage);
  const { page } = first;
  // What the partner's page has made is its customer's, too.
  expect(await signIn(first.context, account, server)).toBe(200);
  const { items } = (await (await first.context.request.get('/api/v1/generations')).json()) as {
    items: { id: string; style: { displayName: string } }[];
  };
  const { id: made, style } = items[0]!;
  const runLink = (on: Page) => on.getByRole('link', { name: `Öffnen: ${style.displayName}` });
  await page.goto(`/app/generations/${made}`);
  // It is asked once something was saved.
  const all = page.waitForEvent('download');
  await page.getByText('Alle herunterladen (8)').click();
  await all;
  await expect(page.getByText('Portraits auf diesem Gerät behalten?')).toBeVisible();
  await lookTwice(page);
  expect(await kept(page)).toEqual({ caches: [], rows: ['facts'] });
  await page.getByRole('button', { name: 'Behalten' }).click();
  await expect(page.getByText('Auf diesem Gerät gespeichert, auch ohne Netz.')).toBeVisible();
  const run = new URL(page.url()).pathname;
  const files = await filesOf(first.context, page);
  // Only what comes through the service worker is kept.
  await installed(page);
  await page.goto('/app');
  await expect(runLink(page)).toBeVisible();
  await page.goto('/app/profiles');
  await expect(page.getByText('Anna')).toBeVisible();
  await first.context.close();

  await server!.stop(false);
  const url = server!.url;
  server = undefined;

  const second = await openBrowser();
  const offline = second.page;
  await offline.goto(`${url}/app`);
  await expect(offline.getByText(OFFLINE)).toBeVisible();
  await lookTwice(offline);
  await runLink(offline).click();
  await expect(offline).toHaveURL(new RegExp(`${run}$`));
  await expect(offline.getByText('Auf diesem Gerät gespeichert, auch ohne Netz.')).toBeVisible();
  await expect
    .poll(() =>
      offline
        .locator('main li img')
        .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 100).length),
    )
    .toBe(8);
  const saved = await saveAll(offline);
  expect(saved.map(({ hash }) => hash)).toEqual(files);
  for (const { name } of saved) expect(name).toMatch(/^portrait-\d+\.jpg$/);

  // What needs the network says so.
  await offline.getByRole('button', { name: /^Alle herunterladen/ }).click();
  await expect(offline.getByText('Die ZIP-Datei mit allen Portraits kommt vom Server').first()).toBeVisible();
  await offline.goto(`${url}/app/profiles`);
  await expect(offline.getByText('Anna')).toBeVisible();
  await offline.goto(`${url}/blog`);
  await expect(offline.getByRole('heading', { level: 1, name: 'Keine Verbindung' })).toBeVisible();
  await lookTwice(offline);

  // A deletion waits.
  await offline.goto(url + run);
  await offline.getByRole('button', { name: 'Mehr zu diesen Portraits' }).click();
  await offline.getByRole('menuitem', { name: 'Löschen' }).click();
  await offline.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(offline).toHaveURL(/\/app$/);
  await expect(offline.getByRole('main').getByText('wird gelöscht, sobald Sie online sind')).toBeVisible();
  await offline.reload();
  await expect(offline.getByRole('main').getByText('wird gelöscht, sobald Sie online sind')).toBeVisible();

  // Signing out wipes the device at once; nobody else finds anything (abuse case 26).
  await offline.getByRole('button', { name: 'Menü von Petra Muster' }).first().click();
  await offline.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(offline.getByRole('heading', { level: 1, name: 'Keine Verbindung' })).toBeVisible();
  expect(await kept(offline)).toEqual({ caches: [], rows: [] });
  expect(
    await offline.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toMatch(/petra|[0-9a-f]{8}-[0-9a-f]{4}/i);
  await offline.goto(url + run);
  await expect(offline.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offline.getByText(style.displayName)).toBeHidden();
  await expect(offline.locator('img[src*="/api/"]')).toHaveCount(0);
  await second.context.close();
});
