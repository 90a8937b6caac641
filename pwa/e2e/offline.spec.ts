import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { startTestServer, type TestServer } from '../../backend/bootstrap/test-server.mjs';
import { wholeBrowser } from '../playwright.config.js';
import { answeredCookies } from './cookies.js';
import { register } from './journey.js';
import { look, lookTwice } from './look.js';
import { buyPlan, completed, startRun, trainProfile } from './result-run.js';

const OFFLINE = 'Keine Verbindung. Sie sehen, was auf diesem Gerät ist.';

test.use({ serviceWorkers: 'allow' });

let server: TestServer | undefined;
let profile: string;
test.beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'false' });
  profile = mkdtempSync(join(tmpdir(), 'bildnis-profile-'));
});
test.afterAll(async () => {
  await server?.stop(false);
  rmSync(profile, { recursive: true, force: true });
});

/** A browser that keeps what it has, as a person's own does. */
async function openBrowser(): Promise<{ context: BrowserContext; page: Page }> {
  const { viewport } = test.info().project.use;
  const context = await chromium.launchPersistentContext(profile, {
    ...wholeBrowser,
    viewport,
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
  test.setTimeout(240_000);
  const first = await openBrowser();
  await first.context.addInitScript((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, answeredCookies(server!.url).origins[0]!.localStorage);
  const { page } = first;
  await register(page, first.context, server!.mailboxUrl);
  const { request } = first.context;
  await buyPlan(request, server!.url);
  const made = await startRun(request, await trainProfile(request, test.info().outputDir, server!.url), server!.url);
  await completed(request, made, server!.url);
  await page.goto(`/app/generations/${made}`);
  await expect(page.getByText('Portraits auf diesem Gerät behalten?')).toBeVisible();
  await lookTwice(page);
  expect(await kept(page)).toEqual({ caches: [], rows: ['facts'] });
  await page.getByRole('button', { name: 'Behalten' }).click();
  await expect(page.getByText('Auf diesem Gerät gespeichert, auch ohne Netz.')).toBeVisible({ timeout: 20_000 });
  await look(page);
  const run = new URL(page.url()).pathname;
  const files = await filesOf(first.context, page);
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/app/profiles');
  await expect(page.getByText('Bewerbung 2027')).toBeVisible();
  await first.context.close();

  await server!.stop(false);
  const url = server!.url;
  server = undefined;

  const second = await openBrowser();
  const offline = second.page;
  await offline.goto(`${url}/app`);
  await expect(offline.getByText(OFFLINE)).toBeVisible();
  await lookTwice(offline);
  await offline.getByRole('link', { name: /^Öffnen: City Daylight/ }).click();
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
  await lookTwice(offline);

  // What needs the network says so.
  await offline.getByRole('button', { name: /^Alle herunterladen/ }).click();
  await expect(offline.getByText('Die ZIP-Datei mit allen Portraits kommt vom Server').first()).toBeVisible();
  await offline.goto(`${url}/app/profiles`);
  await expect(offline.getByText('Bewerbung 2027')).toBeVisible();
  await offline.goto(`${url}/blog`);
  await expect(offline.getByRole('heading', { level: 1, name: 'Keine Verbindung' })).toBeVisible();
  await lookTwice(offline);

  // A deletion waits.
  await offline.goto(url + run);
  await offline.getByRole('button', { name: 'Löschen' }).first().click();
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
  await expect(offline.getByText('City Daylight')).toBeHidden();
  await expect(offline.locator('img[src*="/api/"]')).toHaveCount(0);
  await second.context.close();
});
