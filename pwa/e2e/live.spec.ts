import { expect, test } from '@playwright/test';
import { enter } from './accounts.js';

test.use({ serviceWorkers: 'allow' });

test('two tabs and another device stay in step, also after the connection was lost', async ({ page, context }) => {
  await enter(context);
  const ready = page.waitForEvent('websocket');
  await page.goto('/app/profiles');
  await ready;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const headers = { origin: new URL(page.url()).origin };
  const other = await context.newPage();
  await other.goto('/app');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  // Another device, through the API.
  const made = await context.request.post('/api/v1/ai-profiles', {
    headers,
    data: { name: 'Frühling', gender: 'male' },
  });
  const { id } = (await made.json()) as { id: string };
  for (const tab of [page, other]) await expect(tab.getByText('Frühling')).toBeVisible();
  await context.request.patch(`/api/v1/ai-profiles/${id}`, { headers, data: { name: 'Herbst' } });
  for (const tab of [page, other]) await expect(tab.getByText('Herbst')).toBeVisible();

  // One tab deletes, the other shows it.
  await page
    .getByRole('button', { name: /löschen/i })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(other.getByText('Herbst')).toBeHidden();

  // What happens while a tab is cut off is there when it is back.
  await context.setOffline(true);
  await expect(other.getByText(/^Keine Verbindung/)).toBeVisible();
  await context.request.post('/api/v1/ai-profiles', { headers, data: { name: 'Winter', gender: 'male' } });
  await context.setOffline(false);
  for (const tab of [page, other]) await expect(tab.getByText('Winter')).toBeVisible({ timeout: 20_000 });
});

test('the signed-in start stays light, and brings neither the wizard nor the settings', async ({
  page,
  context,
}, info) => {
  await enter(context);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Page.enable');
  // By the browser's own clock: this test may look up late where the machine has other things to do.
  const askedAt = new Map<string, number>();
  let loadedAt = Infinity;
  devtools.on('Page.loadEventFired', ({ timestamp }) => (loadedAt = timestamp));
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp }) => askedAt.set(requestId, timestamp));
  const scripts = new Map<string, { url: string; bytes: number }>();
  // At first what has arrived are the headers: they are no JavaScript.
  devtools.on(
    'Network.responseReceived',
    ({ requestId, response, type }) =>
      type === 'Script' && scripts.set(requestId, { url: response.url, bytes: -response.encodedDataLength }),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.bytes += encodedDataLength;
  });
  await page.goto('/app');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('load');
  // What is fetched once the first screen stands still is asked for a second later at the earliest.
  await page.waitForTimeout(1_000);
  const start = [...scripts].filter(([id]) => askedAt.get(id)! < loadedAt + 1).map(([, script]) => script);
  const total = start.reduce((sum, { bytes }) => sum + bytes, 0);
  info.annotations.push({ type: 'bytes', description: String(total) });
  expect(total).toBeGreaterThan(50_000);
  expect(total, JSON.stringify(start)).toBeLessThanOrEqual(150_000);
  expect(start.filter(({ url }) => /wizard|settings|workbox|admin/.test(url))).toEqual([]);
});
