import { expect, test } from '@playwright/test';
import { wholeBrowser } from '../playwright.config.js';
import { enter } from './accounts.js';
import { installed } from './installed.js';
import { lookTwice } from './look.js';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

test('the app is installed, opens without a network also while a newer version waits, makes up for what was deleted then, and ends a session before anything else', async ({
  page,
  context,
}) => {
  await enter(context);
  await page.goto('/app');
  await installed(page);
  const { origin } = new URL(page.url());

  // It can be installed, and says so when the browser offers it.
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  expect((await devtools.send('Page.getAppId')).appId).toBe(`${origin}/app`);
  await page.goto('/app/settings/daten');
  await page.getByRole('switch', { name: 'Portraits auf diesem Gerät behalten' }).press('Space');
  await expect(page.getByText('Portraits bleiben auf diesem Gerät, sobald Sie sie öffnen.').first()).toBeVisible();
  const install = page.getByRole('button', { name: 'Installieren' });
  await expect(install).toBeHidden();
  const isHeldBack = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve({ outcome: 'accepted' }),
    });
    dispatchEvent(offer);
    return offer.defaultPrevented;
  });
  expect(isHeldBack).toBe(true);
  await expect(install).toBeVisible();
  await lookTwice(page);
  await install.click();
  await expect(install).toBeHidden();

  const made = await context.request.post('/api/v1/ai-profiles', {
    headers: { origin },
    data: { name: 'Sommer', gender: 'female' },
  });
  expect(made.status()).toBe(201);
  const profile = `/api/v1/ai-profiles/${((await made.json()) as { id: string }).id}`;
  await page.goto('/app/profiles');
  await expect(page.getByText('Sommer')).toBeVisible();
  // What a newer version leaves that is installed and waits: its document, and its files among those of all versions.
  await page.evaluate(async () => {
    const shell = await caches.open('bildnis-shell');
    const html = (await (await shell.match('/app/settings'))?.text()) ?? '';
    const name = (await caches.keys()).find((each) => each.startsWith('workbox-precache'));
    const files = await caches.open(name ?? '');
    await files.put(
      '/assets/newer.js',
      new Response('document.documentElement.dataset.version = "newer"', {
        headers: { 'Content-Type': 'text/javascript' },
      }),
    );
    await shell.put(
      '/app/settings',
      new Response(html.replace('</head>', '<script type="module" src="/assets/newer.js"></script></head>'), {
        headers: { 'Content-Type': 'text/html' },
      }),
    );
  });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Keine Verbindung. Sie sehen, was auf diesem Gerät ist.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.version)).toBe('newer');

  await page
    .getByRole('button', { name: /löschen/i })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByRole('main').getByText('wird gelöscht, sobald Sie online sind')).toBeVisible();
  await lookTwice(page);
  expect((await context.request.get(profile)).status()).toBe(200);
  await context.setOffline(false);
  await expect(page.getByText('Was Sie offline gelöscht haben, ist nun gelöscht.').first()).toBeVisible();
  await expect(page.getByText('Sommer')).toBeHidden();
  await expect(page.getByText('Keine Verbindung.')).toBeHidden();
  expect((await context.request.get(profile)).status()).toBe(404);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Menü von Petra Muster' }).first().click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Verbindung' })).toBeVisible();
  // The server does not know yet.
  expect((await context.request.get('/api/v1/me')).status()).toBe(200);
  await page.goto('/app');
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByLabel('E-Mail')).toBeVisible();
  await expect(page.getByText('Guten')).toBeHidden();
  const first = page.waitForRequest(
    (request) => new URL(request.url()).pathname.startsWith('/api/v1/') && !request.url().includes('/health/'),
  );
  await context.setOffline(false);
  await page.goto('/app');
  expect(new URL((await first).url()).pathname).toBe('/api/v1/auth/logout');
  await expect(page).toHaveURL(/\/auth/);
  expect((await context.request.get('/api/v1/me')).status()).toBe(401);
});
