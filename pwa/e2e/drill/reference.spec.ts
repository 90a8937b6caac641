import { expect, test } from '@playwright/test';
import { enter } from '../accounts.js';
import { lookTwice } from '../look.js';

test('settings lead to the reference: it shows what a key can reach, in both themes, with nothing from elsewhere and no complaint', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context);
  await page.goto('/app/settings/api');
  const link = page.getByRole('link', { name: 'Zur API-Referenz' });
  await expect(link).toBeVisible();
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on(
    'request',
    (each) =>
      /^(?:data|blob):/.test(each.url()) ||
      new URL(each.url()).origin === new URL(baseURL!).origin ||
      foreign.push(each.url()),
  );
  await link.click();
  await expect(page).toHaveURL(/\/api\/v1\/reference$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Bildnis API' })).toBeVisible();
  const operation = page.locator('#operations-ai-profiles-createAiProfile');
  await expect(operation).toBeVisible();
  await expect(page.getByText('/api/v1/admin/', { exact: false })).toHaveCount(0);
  await operation.getByRole('button', { name: /POST/ }).click();
  await expect(operation.getByText('consentConfirmed').first()).toBeVisible();
  await lookTwice(page);
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
});
