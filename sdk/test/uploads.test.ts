import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { uploadPhotos, type PictureSource } from '../src/index.js';
import { fromPath, savePortraits } from '../src/node.js';
import { clientOf, errorOf, json } from './support/server.js';

const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
const profileId = 'p';

/** The file within a form. */
function fileOf(body: Buffer): Buffer {
  const start = body.indexOf('\r\n\r\n') + 4;
  return body.subarray(start, body.lastIndexOf('\r\n--'));
}

async function* inParts(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 70_000) yield bytes.subarray(at, at + 70_000);
}

const path = async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'bildnis-sdk-')), 'photo.jpg');
  await writeFile(file, bytes);
  return file;
};

describe('a photo', () => {
  test.each<[string, () => PictureSource | Promise<PictureSource>]>([
    ['a blob', () => new Blob([bytes])],
    ['bytes', () => bytes],
    ['a buffer', () => bytes.buffer],
    ['a stream', () => new Blob([bytes]).stream()],
    ['an iterable', inParts],
    ['a path', async () => fromPath(await path())],
  ])('from %s arrives whole, with and without progress', async (_what, source) => {
    const received: Buffer[] = [];
    const { client } = await clientOf((_request, response, body) => {
      received.push(fileOf(body));
      json(response, { accepted: true }, 201);
    });
    const seen: number[] = [];
    await client.uploads.photo({ profileId, file: await source() });
    await client.uploads.photo({ profileId, file: await source(), onProgress: (fraction) => seen.push(fraction) });
    expect(received.map((file) => file.equals(bytes))).toEqual([true, true]);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('can be stopped while it is read and while it is sent', async () => {
    const stop = new AbortController();
    const { client, requests } = await clientOf(() => stop.abort());
    expect(await errorOf(client.uploads.photo({ profileId, file: bytes, signal: stop.signal }))).toMatchObject({
      code: 'aborted',
    });
    expect(await errorOf(client.uploads.photo({ profileId, file: inParts(), signal: stop.signal }))).toMatchObject({
      code: 'aborted',
    });
    expect(requests).toHaveLength(1);
  });

  test('can be stopped while its source has nothing to give', async () => {
    const { client, requests } = await clientOf((_request, response) => json(response, {}));
    const silent = [
      new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) }),
      new PassThrough(),
      (async function* () {
        await new Promise(() => undefined);
        yield bytes;
      })(),
    ];
    for (const file of silent)
      expect(await errorOf(client.uploads.photo({ profileId, file, signal: AbortSignal.timeout(50) }))).toMatchObject({
        code: 'timeout',
      });
    expect(requests).toHaveLength(0);
  });

  test('too large for the server: nothing is sent, and an endless stream ends', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield bytes;
      } finally {
        ended = true;
      }
    }
    const { client, requests } = await clientOf((_request, response) => json(response, {}));
    expect(await errorOf(client.uploads.photo({ profileId, file: endless() }))).toMatchObject({
      code: 'file_too_large',
    });
    for (const file of [new Blob([new Uint8Array(10_000_001)]), new Uint8Array(10_000_001)])
      expect(await errorOf(client.uploads.photo({ profileId, file }))).toMatchObject({ code: 'file_too_large' });
    expect([ended, requests.length]).toEqual([true, 0]);
  });

  test('a source that fails is named as such', async () => {
    const { client } = await clientOf((_request, response) => json(response, {}));
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('disk')) });
    expect(await errorOf(client.uploads.photo({ profileId, file: broken }))).toMatchObject({
      code: 'source_invalid',
      detail: 'disk',
    });
    expect(await errorOf(fromPath('/no/such/photo.jpg'))).toMatchObject({
      code: 'source_invalid',
      detail: '/no/such/photo.jpg',
    });
  });
});

describe('several photos', () => {
  test('go some at a time, and the verdicts come in their order', async () => {
    let [under, most] = [0, 0];
    const { client } = await clientOf((_request, response, body) => {
      most = Math.max(most, (under += 1));
      const size = fileOf(body).length;
      setTimeout(
        () => {
          under -= 1;
          json(response, { accepted: true, count: size }, 201);
        },
        size === 1 ? 60 : 10,
      );
    });
    const told: number[] = [];
    const verdicts = await uploadPhotos(client, {
      profileId,
      files: [1, 2, 3, 4, 5].map((size) => bytes.slice(0, size)),
      atOnce: 2,
      onVerdict: (_verdict, index) => told.push(index),
    });
    expect(verdicts.map(({ count }) => count)).toEqual([1, 2, 3, 4, 5]);
    expect([most, told.length]).toEqual([2, 5]);
  });

  test('one that fails stops the others and those to come', async () => {
    const stopped = Promise.withResolvers<void>();
    const { client, requests } = await clientOf((request, response) => {
      if (request === requests[0]) response.on('close', stopped.resolve);
      else json(response, { code: 'not_found' }, 404);
    });
    expect(await errorOf(uploadPhotos(client, { profileId, files: [bytes, bytes, bytes], atOnce: 2 }))).toMatchObject({
      code: 'not_found',
    });
    await stopped.promise;
    expect(requests).toHaveLength(2);
  });
});

test('portraits are saved under the server’s names, and nowhere else', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'bildnis-sdk-')), 'portraits');
  const { client } = await clientOf((request, response) =>
    response
      .writeHead(200, {
        'content-disposition': `attachment; filename="${request.url === '/a' ? 'portrait-1.jpg' : '../b.jpg'}"`,
      })
      .end(bytes),
  );
  const portraits = ['/a', '/b'].map((downloadUrl, index) => ({ downloadUrl, index }));
  const paths = await savePortraits(client, { portraits } as never, folder);
  expect(paths).toEqual([join(folder, 'portrait-1.jpg'), join(folder, 'portrait-2.jpg')]);
  expect((await readFile(paths[1]!)).equals(bytes)).toBe(true);
});
