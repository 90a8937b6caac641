import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import type { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { completedRun, profileWithModel, storedKeys } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { startS3, type TestS3 } from '../support/s3-server.js';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-s3-media-'));
let s3: TestS3;
let store: string;
beforeAll(async () => {
  s3 = await startS3(folder);
  store = s3.env['S3_ENDPOINT']!.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface View {
  id: string;
  url: string;
  previewUrl: string;
  downloadUrl: string;
}

async function ownerOf(product: Product) {
  const caller = await customer(product);
  const run = await completedRun(product, caller, await profileWithModel(product, caller), 1);
  const [portrait] = (await caller.get<{ portraits: View[] }>(`/generations/${run.id}`)).body.portraits;
  return { caller, run, portrait: portrait!, bytes: [...run.portraits.values()][0]! };
}
const ask = (product: Product, caller: Caller, link: string) =>
  fetch(new URL(link, product.origin), { headers: { authorization: `Bearer ${caller.token}` }, redirect: 'manual' });

describe('pictures in a bucket that clients reach', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({
      env: { ...s3.env, STORAGE_DIR: '', S3_PUBLIC_ENDPOINT: store, LOG_LEVEL: 'silent' },
    });
  });
  afterAll(() => product.stop());

  test('come from there by a link of a minute, byte for byte and under their name', async () => {
    const { caller, portrait, bytes } = await ownerOf(product);
    const answer = await ask(product, caller, portrait.downloadUrl);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.text()).toBe('');
    const link = new URL(answer.headers.get('location')!);
    expect(link.origin).toBe(store);
    expect(link.searchParams.get('X-Amz-Expires')).toBe('60');
    const file = await fetch(link);
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="portrait-\d+(-\d+)?\.jpg"$/);
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    const shown = new URL((await ask(product, caller, portrait.previewUrl)).headers.get('location')!);
    expect(shown.searchParams.get('response-content-type')).toBe('image/webp');
    expect(shown.searchParams.get('response-content-disposition')).toBeNull();
  });

  test('lead nobody there but their owner, and nowhere once they are gone', async () => {
    const { caller, run, portrait } = await ownerOf(product);
    const stranger = await customer(product);
    expect((await ask(product, stranger, portrait.url)).status).toBe(404);
    expect((await fetch(new URL(portrait.url, product.origin), { redirect: 'manual' })).status).toBe(401);
    expect((await ask(product, caller, portrait.url.replace(/signature=./, 'signature=.'))).status).toBe(404);
    await product.api.get(ObjectStorage).deletePrefix(`portraits/${run.id}/`);
    expect((await ask(product, caller, portrait.url)).status).toBe(404);
  });

  test('all of a run still come through the API as one file', async () => {
    const { caller, run } = await ownerOf(product);
    const { archiveUrl } = (await caller.get<{ archiveUrl: string }>(`/generations/${run.id}`)).body;
    const answer = await ask(product, caller, archiveUrl);
    expect(answer.status).toBe(200);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  test('may be fetched from there by the pages', async () => {
    const policy = (await fetch(`${product.origin}/api/v1/health/live`)).headers
      .get('content-security-policy')!
      .split(';');
    for (const directive of ['connect-src', 'img-src'])
      expect(policy.find((part) => part.startsWith(directive))).toContain(` ${store}`);
  });
});

longTest('pictures in a bucket of the installation alone come through the API', async () => {
  const product = await startProduct({
    env: { ...s3.env, S3_BUCKET: 'bildnis-inner', STORAGE_DIR: '', LOG_LEVEL: 'silent' },
  });
  try {
    const { caller, portrait, bytes } = await ownerOf(product);
    expect(await storedKeys(product, 'portraits/')).not.toEqual([]);
    const answer = await ask(product, caller, portrait.downloadUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="portrait-\d+/);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get('content-security-policy')).not.toContain(new URL(s3.env['S3_ENDPOINT']!).host);
  } finally {
    await product.stop();
  }
});
