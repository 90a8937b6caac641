import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DiskStorage } from '../../src/integrations/storage/disk.js';
import { ObjectMissing, type ObjectStorage } from '../../src/integrations/storage/port.js';
import { S3Storage } from '../../src/integrations/storage/s3.js';
import { startS3, type TestS3 } from '../support/s3-server.js';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-storage-'));
let s3: TestS3;
const stores: Record<string, ObjectStorage> = {};

beforeAll(async () => {
  s3 = await startS3(join(folder, 's3'));
  const remote = new S3Storage({
    endpoint: s3.env['S3_ENDPOINT']!,
    region: s3.env['S3_REGION']!,
    bucket: s3.env['S3_BUCKET']!,
    accessKeyId: s3.env['S3_ACCESS_KEY_ID']!,
    secretAccessKey: s3.env['S3_SECRET_ACCESS_KEY']!,
  });
  await remote.prepare();
  await remote.prepare();
  stores['s3'] = remote;
  stores['disk'] = new DiskStorage(join(folder, 'disk'));
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['disk', 's3'])('storage on %s', (kind) => {
  const store = () => stores[kind]!;
  const keysBelow = async (prefix: string) => (await Array.fromAsync(store().list(prefix))).toSorted();

  test('what is put can be read, opened with its size, and replaced', async () => {
    await store().put('a/one.jpg', Buffer.from('first'), 'image/jpeg');
    await store().put('a/one.jpg', Buffer.from('second'), 'image/jpeg');
    expect((await store().read('a/one.jpg')).toString()).toBe('second');
    const opened = await store().open('a/one.jpg');
    expect(opened?.size).toBe(6);
    expect(Buffer.concat(await Array.fromAsync(opened!.stream as AsyncIterable<Buffer>)).toString()).toBe('second');
  });

  test('a file is put as it is, replaced, and stays where it was', async () => {
    const path = join(folder, 'large');
    const bytes = Buffer.alloc(3_000_000, 'Portrait ');
    writeFileSync(path, bytes);
    await store().put('d/one.zip', Buffer.from('before'), 'application/zip');
    await store().putFile('d/one.zip', path, 'application/zip');
    expect((await store().read('d/one.zip')).equals(bytes)).toBe(true);
    expect((await store().open('d/one.zip'))?.size).toBe(bytes.length);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    await expect(store().putFile('d/two.zip', join(folder, 'none'), 'application/zip')).rejects.toThrow();
    expect(await keysBelow('d/')).toEqual(['d/one.zip']);
  });

  test('what is missing is null or an error, and deleting it is none', async () => {
    expect(await store().open('a/none.jpg')).toBeNull();
    await expect(store().read('a/none.jpg')).rejects.toBeInstanceOf(ObjectMissing);
    await store().delete(['a/none.jpg']);
  });

  test('a prefix is listed and deleted as a whole, its neighbours stay', async () => {
    for (const key of ['b/1/x.jpg', 'b/1/y.jpg', 'b/10/x.jpg']) await store().put(key, Buffer.from(key), 'image/jpeg');
    expect(await keysBelow('b/1/')).toEqual(['b/1/x.jpg', 'b/1/y.jpg']);
    await store().deletePrefix('b/1/');
    expect(await keysBelow('b/1/')).toEqual([]);
    expect(await keysBelow('b/10/')).toEqual(['b/10/x.jpg']);
    await store().deletePrefix('b/1/');
  });

  test.each(['../outside', 'a/../../outside', '/etc/passwd', 'a//b', 'a\\b', 'ä.jpg', ''])('the key «%s» is refused', async (key) => {
    await expect(store().put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(/unsafe/);
  });
});

test('a write that is broken off leaves neither half a file nor a temporary one', async () => {
  const disk = new DiskStorage(join(folder, 'broken'));
  await expect(disk.put('c/one.jpg', null as unknown as Buffer)).rejects.toThrow();
  expect(readdirSync(join(folder, 'broken', 'c'))).toEqual([]);
});
