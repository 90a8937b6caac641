import { expect, test, type Page } from '@playwright/test';
import { enter } from './accounts.js';

test.use({ serviceWorkers: 'allow' });

/** Opens the app. @returns the scripts of its start, with what came over the network for each */
async function weighStart(page: Page): Promise<{ url: string; bytes: number }[]> {
  const devtools = await page.context().newCDPSession(page);
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
  await devtools.detach();
  return [...scripts].filter(([id]) => askedAt.get(id)! < loadedAt + 1).map(([, script]) => script);
}

test('the signed-in start stays light, and brings neither the wizard nor the settings; two tabs and another device stay in step, also after the connection was lost', async ({
  page,
  context,
}, info) => {
  await enter(context);
  const start = await weighStart(page);
  const total = start.reduce((sum, { bytes }) => sum + bytes, 0);
  info.annotations.push({ type: 'bytes', description: String(total) });
  expect(total).toBeGreaterThan(50_000);
  expect(total, JSON.stringify(start)).toBeLessThanOrEqual(150_000);
  expect(start.filter(({ url }) => /wizard|settings|workbox|admin/.test(url))).toEqual([]);

  const tab = await context.newPage();
  const ready = tab.waitForEvent('websocket');
  await tab.goto('/app/profiles');
  await ready;
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  const headers = { origin: new URL(page.url()).origin };

  // Another device, through the API.
  const made = await context.request.post('/api/v1/ai-profiles', {
    headers,
    data: { name: 'Frühling', gender: 'male' },
  });
  const { id } = (await made.json()) as { id: string };
  for (const each of [page, tab]) await expect(each.getByText('Frühling')).toBeVisible();
  await context.request.patch(`/api/v1/ai-profiles/${id}`, { headers, data: { name: 'Herbst' } });
  for (const each of [page, tab]) await expect(each.getByText('Herbst')).toBeVisible();

  // One tab deletes, the other shows it.
  await tab
    .getByRole('button', { name: /löschen/i })
    .first()
    .click();
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByText('Herbst')).toBeHidden();

  // What happens while a tab is cut off is there when it is back.
  await context.setOffline(true);
  await expect(page.getByText(/^Keine Verbindung/)).toBeVisible();
  await context.request.post('/api/v1/ai-profiles', { headers, data: { name: 'Winter', gender: 'male' } });
  await context.setOffline(false);
  for (const each of [page, tab]) await expect(each.getByText('Winter')).toBeVisible();
});
