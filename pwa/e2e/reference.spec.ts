import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { enter } from './accounts.js';
import { look, lookTwice } from './look.js';

test('settings lead to the reference: it shows what a key can reach, in both themes, with nothing from elsewhere and no complaint', async ({
  page,
  context,
  baseURL,
  request,
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
  await lookTwice(page);
  await operation.getByRole('button', { name: /POST/ }).click();
  await expect(operation.getByText('consentConfirmed').first()).toBeVisible();
  await look(page);
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
  // Nobody has to sign in for it.
  expect((await request.get('/api/v1/reference')).status()).toBe(200);
});

test.describe('a page of somebody else', () => {
  let server: Server;
  test.beforeAll(async () => {
    server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Partner</title>'),
    );
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });
  test.afterAll(() => new Promise((resolve) => server.close(resolve)));

  test('calls the API with a key and reads its limits; the cookie beside it opens nothing', async ({
    page,
    context,
    baseURL,
  }) => {
    await enter(context);
    await page.goto('/app/settings/api');
    const secret = await page.evaluate(async () => {
      const answer = await fetch('/api/v1/api-keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Seite', scopes: ['account:read'] }),
      });
      return ((await answer.json()) as { secret: string }).secret;
    });
    // The same site with another port: browsers send the cookie there if they are asked to.
    await page.goto(`http://${new URL(baseURL!).hostname}:${(server.address() as AddressInfo).port}/`);
    interface Asked {
      credentials?: 'include';
      headers?: Record<string, string>;
    }
    const call = (init: Asked) =>
      page.evaluate(
        async ([url, given]) => {
          try {
            const answer = await fetch(url, given);
            return { status: answer.status, id: answer.headers.get('x-request-id') !== null };
          } catch {
            return 'kept from the page';
          }
        },
        [`${baseURL!}/api/v1/me`, init] as const,
      );
    const authorization = `Bearer ${secret}`;
    expect(await call({ headers: { authorization } })).toEqual({ status: 200, id: true });
    expect(await call({ headers: { authorization: 'Bearer bk_none' } })).toEqual({ status: 401, id: true });
    for (const init of [
      { credentials: 'include' },
      { credentials: 'include', headers: { authorization } },
      { credentials: 'include', headers: { authorization: 'Bearer bk_none' } },
      {},
    ] as Asked[]) {
      expect(await call(init), JSON.stringify(Object.keys(init))).toBe('kept from the page');
    }
  });
});
