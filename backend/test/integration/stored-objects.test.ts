import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STORED_PLACES } from '../../src/app/stored-places.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { isTidy, ORPHAN_AGE_MS, sweepStorage } from '../../src/stored-objects/index.js';
import { customer } from '../support/customers.js';
import { completedRun, idOf, profileWithModel } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { startS3, type TestS3 } from '../support/s3-server.js';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-sweep-'));
let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3(folder);
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const TOMORROW = new Date(Date.now() + ORPHAN_AGE_MS + 60_000);

describe.each(['disk', 's3'])('the store on %s and the database', (kind) => {
  let product: Product;
  let storage: ObjectStorage;
  let held: string[];
  beforeAll(async () => {
    product = await startProduct({
      env: { LOG_LEVEL: 'silent', ...(kind === 's3' ? { ...s3.env, STORAGE_DIR: '' } : {}) },
    });
    storage = product.api.get(ObjectStorage);
    const caller = await customer(product);
    const profileId = await profileWithModel(product, caller);
    await completedRun(product, caller, profileId, 2);
    await product.worker?.close();
    product.worker = null;
    await heldByMore(await idOf(caller));
    held = await keys();
  });
  afterAll(() => product.stop());
  beforeEach(async () => expect(await keys()).toEqual(held));

  const keys = async () => (await Array.fromAsync(storage.listAll())).map(({ key }) => key).toSorted();
  const put = async (...given: string[]) => {
    for (const key of given) await storage.put(key, Buffer.from(key), 'text/plain');
  };
  const sweep = (repair: boolean, now = TOMORROW) =>
    sweepStorage(product.em(), storage, { places: STORED_PLACES, now, repair });

  /** A photo, a finished export and one under way, a training and a run under way with what they have stored so far. */
  async function heldByMore(userId: string): Promise<void> {
    const em = product.em();
    const [draft, training, run, photo, ready, queued] = Array.from({ length: 6 }, () => randomUUID());
    await em.execute(
      `insert into ai_profile (id, created_at, user_id, name, gender, status, cycle_attempts) select ?, now(), user_id, name, gender, 'training', 0 from ai_profile limit 1`,
      [training],
    );
    await em.execute(
      `insert into ai_profile (id, created_at, user_id, name, gender, status, cycle_attempts) select ?, now(), user_id, name, gender, 'created', 0 from ai_profile limit 1`,
      [draft],
    );
    await em.execute(
      `insert into reference_photo (id, created_at, profile_id, user_id, storage_key, width, height, analysis, content_hash) values (?, now(), ?, ?, ?, 1, 1, '{}', 'x')`,
      [photo, draft, userId, `photos/${draft}/${photo}.jpg`],
    );
    await em.execute(
      `insert into generation (id, created_at, user_id, profile_id, style_id, scene, seed, status) select ?, now(), user_id, profile_id, style_id, scene, 1, 'processing' from generation limit 1`,
      [run],
    );
    for (const [id, status, key] of [
      [ready, 'ready', `exports/${userId}/${ready}.zip`],
      [queued, 'queued', null],
    ])
      await em.execute(
        'insert into data_export (id, created_at, user_id, status, storage_key, expires_at) values (?, now(), ?, ?, ?, now())',
        [id, userId, status, key],
      );
    await put(
      `photos/${draft}/${photo}.jpg`,
      `models/${training}/${randomUUID()}-1/cutout-1.webp`,
      `portraits/${run}/0.jpg`,
      `exports/${userId}/${ready}.zip`,
      `exports/${userId}/${queued}.zip`,
    );
  }

  test('agree where each thing belongs to something, also under way', async () => {
    const report = await sweep(true);
    expect(report).toEqual({
      objects: held.length,
      orphans: {},
      strange: { count: 0, examples: [] },
      missing: {},
      unfinished: 0,
      repaired: true,
    });
    expect(isTidy(report)).toBe(true);
    expect(held).toHaveLength(11);
  });

  test('objects that nothing refers to are told of, deleted when that is asked for, and only once they are a day old', async () => {
    const [profile] = await product
      .em()
      .execute<{ id: string; prefix: string }[]>(
        'select profile_id as id, storage_prefix as prefix from trained_model',
      );
    const [run] = await product.em().execute<{ id: string }[]>(`select id from generation where status = 'completed'`);
    const orphans = [
      `photos/${randomUUID()}/${randomUUID()}.jpg`,
      `models/${randomUUID()}/x-1/cutout-1.webp`,
      `models/${profile!.id}/an-attempt-that-died-2/cutout-1.webp`,
      `portraits/${randomUUID()}/0.jpg`,
      `portraits/${run!.id}/2.jpg`,
      `portraits/not-a-run/0.jpg`,
      `exports/${randomUUID()}/${randomUUID()}.zip`,
      'engine-inputs/abc.zip',
    ];
    await put(...orphans, 'backups/monday.tar');
    const young = await sweep(true, new Date(Date.now() + ORPHAN_AGE_MS - 60_000));
    expect(young.orphans).toEqual({});
    expect(await keys()).toHaveLength(held.length + orphans.length + 1);

    const told = await sweep(false);
    expect(
      Object.values(told.orphans)
        .flatMap(({ examples }) => examples)
        .toSorted(),
    ).toEqual(orphans.toSorted());
    expect(Object.fromEntries(Object.entries(told.orphans).map(([place, { count }]) => [place, count]))).toEqual({
      photos: 1,
      models: 2,
      portraits: 3,
      exports: 1,
      'engine inputs': 1,
    });
    expect(told.strange).toEqual({ count: 1, examples: ['backups/monday.tar'] });
    expect(isTidy(told)).toBe(false);
    expect(await keys()).toHaveLength(held.length + orphans.length + 1);

    const both = await Promise.all([sweep(true), sweep(true)]);
    expect(both.every(isTidy)).toBe(true);
    expect(await keys()).toEqual([...held, 'backups/monday.tar'].toSorted());
    expect((await sweep(true)).orphans).toEqual({});
    await storage.delete(['backups/monday.tar']);
  });

  // The sweep deletes batch by batch, whatever the store is.
  test.runIf(kind === 'disk')('more orphans than a batch are deleted, however many, and a few are named', async () => {
    const many = Array.from({ length: 520 }, (_, index) => `photos/${randomUUID()}/${index}.jpg`);
    await put(...many);
    const { orphans } = await sweep(true);
    expect(orphans['photos']).toMatchObject({ count: many.length });
    expect(orphans['photos']!.examples).toHaveLength(50);
  });

  longTest('rows without their object are told of, an export whose file is missing is over', async () => {
    const lost = held.filter((key) => /(0-preview\.webp|1\.jpg)$|^photos\/|models\/.*preview/.test(key));
    const [exported] = await product
      .em()
      .execute<{ id: string; key: string }[]>(`select id, storage_key as key from data_export where status = 'ready'`);
    const bytes = new Map(
      await Promise.all([...lost, exported!.key].map(async (key) => [key, await storage.read(key)] as const)),
    );
    await storage.delete([...bytes.keys()]);

    const told = await sweep(false);
    expect(
      Object.values(told.missing)
        .flatMap(({ examples }) => examples)
        .toSorted(),
    ).toEqual([...bytes.keys()].toSorted());
    expect(isTidy(told)).toBe(false);
    expect(isTidy(await sweep(true))).toBe(false);
    expect(
      await product.em().execute('select status, storage_key from data_export where id = ?', [exported!.id]),
    ).toEqual([{ status: 'expired', storage_key: null }]);
    expect((await sweep(true)).missing).not.toHaveProperty('exports');

    for (const [key, content] of bytes) await storage.put(key, content, 'image/jpeg');
    await product
      .em()
      .execute(`update data_export set status = 'ready', storage_key = ? where id = ?`, [exported!.key, exported!.id]);
    expect(isTidy(await sweep(true))).toBe(true);
  });

  test.runIf(kind === 'disk')('are compared by a command of its own, which says what it found', async () => {
    const run = (...given: string[]) =>
      new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
        execFile(
          process.execPath,
          ['dist/sweep.js', ...given],
          { env: { PATH: process.env['PATH'], ...product.env } },
          (error, stdout, stderr) => done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
        );
      });
    expect(await run('--repair')).toEqual({ code: 0, stdout: `objects: ${held.length}\n`, stderr: '' });
    const [lost] = held.filter((key) => key.startsWith('photos/'));
    const bytes = await storage.read(lost!);
    await storage.delete([lost!]);
    expect(await run()).toEqual({
      code: 1,
      stdout: `objects: ${held.length - 1}\nrows without object, photos: 1\n  ${lost}\n`,
      stderr: '',
    });
    await storage.put(lost!, bytes, 'image/jpeg');
  });
});
