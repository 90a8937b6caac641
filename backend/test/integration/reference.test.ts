import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '../../src/app/reference/partner-view.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${product.origin}/api/v1${path}`, { headers });
const committed = JSON.parse(
  readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as ApiDocument;

describe('the description of the API', () => {
  test('is served as it was built but for what only admins can call, to anybody and any page, and only once while it stays the same', async () => {
    const answer = await get('/openapi.json', { origin: 'https://partner.example' });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    const served = (await answer.json()) as ApiDocument;
    const operations = ({ paths }: ApiDocument) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { tags }]) => ({
          name: `${method} ${path}`,
          isAdmin: tags!.includes('admin'),
        })),
      );
    const all = operations(committed);
    expect(all.filter(({ isAdmin }) => isAdmin).length).toBeGreaterThan(20);
    expect(operations(served)).toEqual(all.filter(({ isAdmin }) => !isAdmin));
    expect(JSON.stringify(served)).not.toMatch(/\/admin\/|{"name":"admin"|"Admin\w+":/);
    for (const [, name] of JSON.stringify(served).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(served.components.schemas[name!]).toEqual(committed.components.schemas[name!]);
    const again = await get('/openapi.json', { 'if-none-match': answer.headers.get('etag')! });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await get('/openapi.json', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('is shown by a page of ours whose every part is ours, under the policy of the site', async () => {
    const page = await get('/reference');
    const html = await page.text();
    const parts = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address]) => address!);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(html).not.toMatch(/<script>|<style| style="| on\w+="/);
    expect(parts.filter((address) => !address.startsWith('/') && address !== 'data:,')).toEqual([]);
    for (const address of parts.filter((part) => part.startsWith('/api/v1/'))) {
      const part = await fetch(product.origin + address);
      expect(part.status, address).toBe(200);
      expect(part.headers.get('cache-control'), address).toBe('public, no-cache');
      expect(part.headers.get('etag'), address).toBeTruthy();
    }
    expect(parts).toEqual(
      expect.arrayContaining([
        '/api/v1/reference/swagger-ui-bundle.js',
        '/api/v1/reference/swagger-ui.css',
        '/api/v1/openapi.json',
      ]),
    );
  });

  test('what is not there is not there, and nothing is changed by asking', async () => {
    for (const path of [
      '/reference/swagger-ui.js',
      '/reference/../openapi.json/x',
      '/openapi.json/x',
      '/reference/package.json',
    ])
      expect((await get(path)).status, path).toBe(404);
    expect((await fetch(`${product.origin}/api/v1/openapi.json`, { method: 'POST' })).status).toBe(404);
    const head = await fetch(`${product.origin}/api/v1/openapi.json`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
