import { facts } from '@bildnis/sdk/facts';
import { expect, test } from '@playwright/test';
import { FRESH } from './cookies.js';

test.use({ storageState: FRESH });

test('after a yes the services are told of the page and keep their cookies; taking it back deletes these, and nothing more is told', async ({
  page,
  context,
  request,
}) => {
  const measured = async () =>
    (await context.cookies()).map(({ name }) => name).filter((name) => /^_(?:pk_|fb)/.test(name));
  // Other tests agree on other pages at the same time.
  await page.goto('/unternehmen');
  const service = await page.evaluate(() => document.documentElement.dataset.matomoUrl);
  const told = async () =>
    ((await (await request.get(`${service}/hits`)).json()) as { service: string; page: string }[])
      .filter((hit) => hit.page.endsWith('/unternehmen'))
      .map((hit) => hit.service)
      .sort();
  const before = await told();
  expect(await measured()).toEqual([]);
  await page.getByRole('button', { name: 'Alle akzeptieren' }).click();
  await expect.poll(told).toEqual([...before, 'Matomo', 'Meta-Pixel'].sort());
  expect((await measured()).sort()).toEqual(['_fbp', '_pk_id.1.1fff', '_pk_ses.1.1fff']);
  const visitor = (await context.cookies()).find(({ name }) => name.startsWith('_pk_id'))!;
  const days = (visitor.expires - Date.now() / 1000) / 86_400;
  // Browsers allow 400 days at most.
  expect(days).toBeGreaterThan(390);
  expect(days).toBeLessThanOrEqual(facts.cookies.analyticsMonths * 30);

  await page.goto('/legal/cookies');
  for (const name of [/^Statistik/, /^Marketing/]) await page.getByRole('switch', { name }).uncheck();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Ihre Wahl ist gespeichert.')).toBeVisible();
  expect(await measured()).toEqual([]);
  await page.goto('/unternehmen');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await measured()).toEqual([]);
  expect(await told()).toEqual([...before, 'Matomo', 'Meta-Pixel'].sort());
});
