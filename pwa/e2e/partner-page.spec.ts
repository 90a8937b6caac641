import { createServer, type Server } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { enter } from './accounts.js';
import { fewestPhotos } from './photos.js';
import { buyPlan } from './result-run.js';

// The page of a partner (sdk/examples/browser-page): it is not ours, stands elsewhere, and has nothing but a key.

const sdk = resolve(import.meta.dirname, '../../sdk');
const origin = new URL(process.env.BILDNIS_URL ?? 'http://localhost:3000').origin;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

let folder: string;
let server: Server;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bildnis-page-'));
  await build({
    root: join(sdk, 'examples', 'browser-page'),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@bildnis/sdk': sdk } },
    build: { outDir: join(folder, 'dist') },
  });
  server = createServer((request, response) => {
    const file = join(folder, 'dist', request.url === '/' ? 'index.html' : request.url!);
    if (existsSync(file))
      response
        .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
        .end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, ready));
});
test.afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a page of somebody else, with a key alone, makes portraits and shows them; the cookie beside it opens nothing', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(240_000);
  await enter(context);
  await buyPlan(context.request);
  const made = await context.request.post('/api/v1/api-keys', {
    headers: { origin },
    data: { name: 'Seite', scopes: ['profiles:read', 'profiles:write', 'generations:read', 'generations:write'] },
  });
  const { secret } = (await made.json()) as { secret: string };

  // The same site with another port: browsers send the cookie there if they are asked to.
  const { port } = server.address() as AddressInfo;
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

  const elsewhere = await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    storageState: { cookies: [], origins: [] },
  });
  const theirs = await elsewhere.newPage();
  await theirs.goto('/');
  await theirs.getByLabel('Server').fill(origin);
  await theirs.getByLabel('API key').fill(secret);
  await theirs.getByLabel('Name of the person').fill('Anna');
  await theirs.getByLabel('8 to 15 photos').setInputFiles(await fewestPhotos(folder));
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
});
