import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { checkBooks } from '../../src/invariants/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, draftWithPhotos, subscriber } from '../support/customers.js';
import { idOf, profileWithModel } from '../support/holdings.js';
import { referencePhotos } from '../support/photos.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { startS3, type TestS3 } from '../support/s3-server.js';
import { until } from '../support/until.js';

/** Fault case 12: the object store refuses, or the disk is full. */
const folder = mkdtempSync(join(tmpdir(), 'bildnis-storage-away-'));
let s3: TestS3;
let port: number;
let product: Product;
beforeAll(async () => {
  s3 = await startS3(folder);
  port = Number(new URL(s3.env['S3_ENDPOINT']!).port);
  product = await startProduct({ env: { ...s3.env, STORAGE_DIR: '', LOG_LEVEL: 'silent' } });
  await hurry(product.worker!);
});
afterAll(async () => {
  expect(await checkBooks(product.em())).toEqual([]);
  await product.stop();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const credits = async (caller: Caller) => (await caller.get<{ credits: number }>('/me')).body.credits;
const photosOf = async (profile: string) =>
  (
    await product
      .em()
      .execute<{ count: number }[]>('select count(*)::int as count from reference_photo where profile_id = ?', [
        profile,
      ])
  )[0]!.count;

/** Until `back`, the store takes no connection. */
async function away(meanwhile: () => Promise<void>): Promise<void> {
  await s3.stop();
  try {
    await meanwhile();
  } finally {
    s3 = await startS3(folder, { port });
  }
}

test('while the store is away uploads say so and cost nothing, a run fails and gives its credits back; then all goes on by itself', async () => {
  const person = await subscriber(product, 'professional');
  const userId = await idOf(person);
  const draft = await draftWithPhotos(person, 7);
  const ready = await profileWithModel(product, person);
  const last = (await referencePhotos())[7]!;
  const styleId = await anyStyle(person);
  await away(async () => {
    expect(await person.upload(draft, last)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await photosOf(draft)).toBe(7);
    expect(await person.post(`/ai-profiles/${draft}/training`)).toMatchObject({
      status: 409,
      body: { code: 'too_few_photos' },
    });
    expect(await credits(person)).toBe(240);
    const run = await person.post<{ id: string }>('/generations', { profileId: ready, styleId });
    expect(run.status).toBe(202);
    await until(
      'the run to be given up',
      async () =>
        (await person.get<{ status: string }>(`/generations/${run.body.id}`)).body.status === 'failed' ? true : null,
      60_000,
    );
    expect(await credits(person)).toBe(240);
  });
  expect((await person.upload<{ accepted: boolean }>(draft, last)).body.accepted).toBe(true);
  expect((await person.post(`/ai-profiles/${draft}/training`)).status).toBe(202);
  await until(
    'the profile',
    async () => ((await person.get<{ status: string }>(`/ai-profiles/${draft}`)).body.status === 'ready' ? true : null),
    60_000,
  );
  const run = await person.post<{ id: string }>('/generations', { profileId: draft, styleId });
  await until(
    'the run',
    async () =>
      (await person.get<{ status: string }>(`/generations/${run.body.id}`)).body.status === 'completed' ? true : null,
    60_000,
  );
  expect(await credits(person)).toBe(240 - 100 - 10);
  await until('the photos to be gone', async () =>
    (await Array.fromAsync(product.api.get(ObjectStorage).list(`photos/${draft}`))).length === 0 ? true : null,
  );
  expect(
    await product
      .em()
      // Previews of all styles come behind paid work, and take longer.
      .execute(
        `select topic from job
         where finished_at is null and owner_id = ? and topic like '%requested' and topic <> 'previews.requested'`,
        [userId],
      ),
  ).toEqual([]);
});

test('a full disk is an outage, and not the customer’s fault', async () => {
  const person = await subscriber(product, 'starter');
  const draft = await draftWithPhotos(person, 1);
  const storage = product.api.get(ObjectStorage);
  const put = storage.put.bind(storage);
  Object.assign(storage, {
    put: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })),
  });
  try {
    expect(await person.upload(draft, (await referencePhotos())[1]!)).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
    expect(await photosOf(draft)).toBe(1);
  } finally {
    Object.assign(storage, { put });
  }
  expect((await person.upload<{ accepted: boolean }>(draft, (await referencePhotos())[1]!)).body.accepted).toBe(true);
});
