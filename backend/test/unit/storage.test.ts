import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client, type DeleteObjectsCommandInput } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { S3Config } from '../../src/config/index.js';
import { DiskStorage } from '../../src/integrations/storage/disk.js';
import { ObjectMissing, type ObjectStorage } from '../../src/integrations/storage/port.js';
import { S3_LINK_SECONDS, S3Storage } from '../../src/integrations/storage/s3.js';
import { startS3, type TestS3 } from '../support/s3-server.js';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-storage-'));
let s3: TestS3;
const stores: Record<string, ObjectStorage> = {};

const optionsOf = ({ env }: TestS3): S3Config => ({
  endpoint: env['S3_ENDPOINT']!,
  region: env['S3_REGION']!,
  bucket: env['S3_BUCKET']!,
  accessKeyId: env['S3_ACCESS_KEY_ID']!,
  secretAccessKey: env['S3_SECRET_ACCESS_KEY']!,
});

beforeAll(async () => {
  s3 = await startS3(join(folder, 's3'));
  const remote = new S3Storage(optionsOf(s3));
  const linked = new S3Storage({ ...optionsOf(s3), bucket: 'bildnis-linked', publicEndpoint: s3.env['S3_ENDPOINT']! });
  await linked.prepare();
  // Processes of an installation start together.
  await Promise.all([remote.prepare(), new S3Storage(optionsOf(s3)).prepare()]);
  await remote.prepare();
  stores['s3'] = remote;
  stores['s3 with links'] = linked;
  stores['disk'] = new DiskStorage(join(folder, 'disk'));
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['disk', 's3', 's3 with links'])('storage on %s', (kind) => {
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
    await store().delete([]);
    expect(await store().has('a/none.jpg')).toBe(false);
    expect(await store().has('a')).toBe(false);
    await store().put('a/there.jpg', Buffer.from('x'), 'image/jpeg');
    expect(await store().has('a/there.jpg')).toBe(true);
    await store().delete(['a/there.jpg']);
    expect(await store().has('a/there.jpg')).toBe(false);
  });

  test('an empty object is one', async () => {
    await store().put('a/empty', Buffer.alloc(0), 'text/plain');
    expect(await store().has('a/empty')).toBe(true);
    expect((await store().open('a/empty'))?.size).toBe(0);
    expect(await store().read('a/empty')).toHaveLength(0);
  });

  test('many are written at once, each whole', async () => {
    const sizes = [10, 200_000, 3, 500_000, 70_000];
    await Promise.all(
      sizes.map((size) => store().put(`e/${size}`, Buffer.alloc(size, size % 251), 'application/octet-stream')),
    );
    for (const size of sizes)
      expect((await store().read(`e/${size}`)).equals(Buffer.alloc(size, size % 251))).toBe(true);
    expect(await keysBelow('e/')).toHaveLength(sizes.length);
  });

  test('a large object comes back byte for byte, and one left halfway does no harm', async () => {
    const bytes = randomBytes(12 * 1024 * 1024);
    await store().put('f/large.zip', bytes, 'application/zip');
    const broken = await store().open('f/large.zip');
    for await (const _ of broken!.stream) break;
    expect(
      createHash('sha256')
        .update(await store().read('f/large.zip'))
        .digest('hex'),
    ).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('keys may be long, deep, and hold whatever is plain', async () => {
    const keys = [`g/${'x'.repeat(190)}`, 'g/1/2/3/4/5/6/7/8', 'g/A-Z_0.9.tar.gz', 'g/a', 'g/a-b/c'];
    for (const key of keys) await store().put(key, Buffer.from(key), 'text/plain');
    expect(await keysBelow('g/')).toEqual(keys.toSorted());
    for (const key of keys) expect((await store().read(key)).toString()).toBe(key);
    await store().delete(keys);
    expect(await keysBelow('g/')).toEqual([]);
  });

  test('a prefix is listed and deleted as a whole, its neighbours stay', async () => {
    for (const key of ['b/1/x.jpg', 'b/1/y.jpg', 'b/10/x.jpg']) await store().put(key, Buffer.from(key), 'image/jpeg');
    expect(await keysBelow('b/1/')).toEqual(['b/1/x.jpg', 'b/1/y.jpg']);
    await store().deletePrefix('b/1/');
    expect(await keysBelow('b/1/')).toEqual([]);
    expect(await keysBelow('b/10/')).toEqual(['b/10/x.jpg']);
    await store().deletePrefix('b/1/');
  });

  test.each(['../outside', 'a/../../outside', '/etc/passwd', 'a//b', 'a\\b', 'ä.jpg', ''])(
    'the key «%s» is refused',
    async (key) => {
      await expect(store().put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(/unsafe/);
    },
  );
});

test.each(['disk', 's3'])('on %s more than a page is listed and deleted whole, with sizes and times', async (kind) => {
  const store = stores[kind]!;
  const keysBelow = async () => (await Array.fromAsync(store.list('h/'))).toSorted();
  const keys = Array.from({ length: 25 }, (_, index) => `h/${index % 7}/${index}`);
  const before = Date.now();
  await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), 'text/plain')));
  expect(await keysBelow()).toEqual(keys.toSorted());
  const listed = (await Array.fromAsync(store.listAll())).filter(({ key }) => key.startsWith('h/'));
  expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  for (const { key, size, changedAt } of listed) {
    expect(size).toBe(key.length);
    expect(Math.abs(changedAt.getTime() - before)).toBeLessThan(60_000);
  }
  await store.deletePrefix('h');
  expect(await keysBelow()).toEqual([]);
});

test('a bucket is asked to delete a thousand keys at once and no more', async () => {
  const send = vi.spyOn(S3Client.prototype, 'send').mockReturnValue(Promise.resolve({}) as never);
  onTestFinished(() => void vi.restoreAllMocks());
  await stores['s3']!.delete(Array.from({ length: 2_003 }, (_, index) => `h/${index}`));
  const sent = send.mock.calls.map(([{ input }]) => (input as DeleteObjectsCommandInput).Delete?.Objects?.length);
  expect(sent).toEqual([1_000, 1_000, 3]);
});

test('a link leads to the store for a minute, with the headers asked for, and only to what it was made for', async () => {
  const strict = await startS3(join(folder, 'strict'), { strict: true });
  onTestFinished(() => strict.stop());
  const linked = new S3Storage({
    ...optionsOf(strict),
    publicEndpoint: strict.env['S3_ENDPOINT']!.replace('127.0.0.1', 'localhost'),
  });
  const bytes = randomBytes(10_000);
  await linked.put('i/one.jpg', bytes, 'application/octet-stream');
  await linked.put('i/two.jpg', randomBytes(10), 'image/jpeg');
  const found = await linked.open('i/one.jpg');
  const link = await found!.link!({ type: 'image/jpeg', disposition: 'attachment; filename="portrait-1.jpg"' });
  expect(link).toMatch(/^http:\/\/localhost:\d+\/bildnis-test\/i\/one\.jpg\?/);
  expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe(String(S3_LINK_SECONDS));
  expect(S3_LINK_SECONDS).toBe(60);
  const answer = await fetch(link);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="portrait-1.jpg"');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect((await fetch(link.replace('one.jpg?', 'two.jpg?'))).status).toBe(403);
  expect((await fetch(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).status).toBe(403);
});

test('only a store that clients reach gives links', async () => {
  for (const kind of ['disk', 's3']) {
    await stores[kind]!.put('i/one.jpg', Buffer.from('x'), 'image/jpeg');
    expect((await stores[kind]!.open('i/one.jpg'))!.link).toBeUndefined();
  }
  expect(await stores['s3 with links']!.open('i/none.jpg')).toBeNull();
});

test('on disk a reader beside writers of the same object sees one of them whole', async () => {
  const sizes = [10, 200_000, 3, 500_000, 70_000];
  const disk = new DiskStorage(join(folder, 'beside'));
  await disk.put('e/one', Buffer.alloc(5, 5));
  const writes = sizes.map((size) => disk.put('e/one', Buffer.alloc(size, size % 251)));
  const seen = await Promise.all(sizes.map(() => disk.read('e/one')));
  await Promise.all(writes);
  for (const bytes of [...seen, await disk.read('e/one')]) {
    expect([5, ...sizes]).toContain(bytes.length);
    expect(bytes.every((byte) => byte === bytes.length % 251)).toBe(true);
  }
  expect(await Array.fromAsync(disk.list('e/'))).toEqual(['e/one']);
});

test('on disk a prefix that is deleted while files are put below it fails neither', async () => {
  const disk = new DiskStorage(join(folder, 'beneath'));
  const bytes = Buffer.alloc(1000, 7);
  // A write begins ten times at most: fewer deletions than that cannot fail one.
  const deleting = (async () => {
    for (let deletions = 0; deletions < 4; deletions += 1) {
      await disk.deletePrefix('photos/x');
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  const puts = Array.from({ length: 60 }, (_, index) => disk.put(`photos/x/${index}.jpg`, bytes));
  expect((await Promise.allSettled(puts)).filter(({ status }) => status === 'rejected')).toEqual([]);
  await deleting;
});

test('what writes that were broken off left is cleared once it is old, and listed by nobody', async () => {
  const root = join(folder, 'unfinished');
  const disk = new DiskStorage(root);
  await disk.put('c/one.jpg', Buffer.from('x'));
  mkdirSync(join(root, 'c', 'deep'));
  const names = ['.0b5c7c1e-7f1e-4a34-9d5d-6b1d3d9f2a11', '.0b5c7c1e-7f1e-4a34-9d5d-6b1d3d9f2a12'];
  for (const name of names) writeFileSync(join(root, 'c', 'deep', name), 'half');
  utimesSync(join(root, 'c', 'deep', names[0]!), new Date(0), new Date(0));
  utimesSync(join(root, 'c', 'one.jpg'), new Date(0), new Date(0));
  expect((await Array.fromAsync(disk.listAll())).map(({ key }) => key)).toEqual(['c/one.jpg']);
  expect(await disk.clearUnfinished(new Date(Date.now() - 60_000))).toBe(1);
  expect(readdirSync(join(root, 'c', 'deep'))).toEqual([names[1]]);
  expect(await disk.has('c/one.jpg')).toBe(true);
});

test('a write that is broken off leaves neither half a file nor a temporary one', async () => {
  const disk = new DiskStorage(join(folder, 'broken'));
  await expect(disk.put('c/one.jpg', null as unknown as Buffer)).rejects.toThrow();
  expect(readdirSync(join(folder, 'broken', 'c'))).toEqual([]);
});

test('a store that takes what is sent and says nothing is given up', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const store = new S3Storage({ ...optionsOf(s3), endpoint: `http://127.0.0.1:${port}` }, 200);
  await expect(store.put('photos/a.jpg', randomBytes(10), 'image/jpeg')).rejects.toThrow(/time/i);
  await expect(store.read('photos/a.jpg')).rejects.toThrow(/time/i);
});

test('who reads an object slowly is not taken for a store that says nothing', async () => {
  const store = new S3Storage(optionsOf(s3), 200);
  const whole = randomBytes(12_000_000);
  await store.put('exports/large.zip', whole, 'application/zip');
  const { stream } = (await store.open('exports/large.zip'))!;
  const read: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (read.length === 0) await new Promise((resolve) => setTimeout(resolve, 800));
    read.push(chunk);
  }
  expect(Buffer.concat(read).equals(whole)).toBe(true);
});
