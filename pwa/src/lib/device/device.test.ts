// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { freshDevice, useDevice } from '../../../test/device';
import { leaveDevice } from '~/lib/session';
import { isLeaving } from '~/lib/session/leaving-mark';
import { clearDeviceDatabase } from './database';
import {
  answerKeep,
  claimDevice,
  deviceOwner,
  dropPortraits,
  dropRun,
  isRunKept,
  keepAnswer,
  keepingOwner,
  keepRun,
  keptRuns,
  queueDeletion,
  queuedDeletions,
  sweepRuns,
  wipeDevice,
  type RunToKeep,
} from '.';
import { keepPreviews, keepPreviewsOnlyOf } from './kept-previews';
import {
  answerCache,
  portraitCache,
  portraitKey,
  previewCache,
  TAB_ANSWERS,
  TAB_DECLARATIONS,
  TAB_GUIDE,
} from './names';

useDevice();

const PETRA = 'a5a3f1a4-0000-4000-8000-000000000001';
const URS = 'a5a3f1a4-0000-4000-8000-000000000002';
const id = (number: number) => `b5a3f1a4-0000-4000-8000-00000000000${number}`;
const link = (number: number, variant: string) => `/api/v1/media/portraits/${id(number)}/${variant}?sig=x&exp=1`;

const run = (name: string, numbers: number[], expiresAt: string | null = null): RunToKeep => ({
  id: name,
  expiresAt,
  portraits: numbers.map((number) => ({
    id: id(number),
    downloadUrl: link(number, 'download'),
    smallUrls: [link(number, 'preview')],
  })),
});

const bytesOf = (url: string) =>
  Promise.resolve(
    new Response(`bytes of ${new URL(url, location.origin).pathname}`, {
      headers: { 'Content-Disposition': 'attachment; filename="portrait-1.jpg"' },
    }),
  );

let all: ReturnType<typeof freshDevice>;
beforeEach(async () => {
  all = freshDevice();
  await clearDeviceDatabase();
});

it('keeps nothing before the customer has agreed, and nothing after a no', async () => {
  await claimDevice(PETRA);
  expect(await keepAnswer()).toBeNull();
  expect(await keepRun(run('one', [1]), bytesOf)).toBe(false);
  await answerKeep(PETRA, true);
  expect(await keepRun(run('one', [1]), bytesOf)).toBe(true);
  await answerKeep(PETRA, false);
  expect([...all.keys()]).toEqual([]);
  expect(await keptRuns(PETRA)).toEqual([]);
  expect(await keepingOwner()).toBeNull();
});

it('finds a portrait under any signature, and its download as the original', async () => {
  await answerKeep(PETRA, true);
  await keepRun(run('one', [1, 2]), bytesOf);
  const cache = all.get(portraitCache(PETRA))!;
  expect([...cache.entries.keys()].map((url) => new URL(url).pathname).toSorted()).toEqual(
    [1, 2]
      .flatMap((number) => ['original', 'preview'].map((variant) => `/api/v1/media/portraits/${id(number)}/${variant}`))
      .toSorted(),
  );
  const found = await cache.match(portraitKey('/api/v1/media/portraits/' + id(1) + '/download?sig=other')!);
  expect(await found?.text()).toBe(`bytes of /api/v1/media/portraits/${id(1)}/download`);
  expect(found?.headers.get('Content-Disposition')).toContain('portrait-1.jpg');
  expect(await isRunKept(run('one', [1, 2]))).toBe(true);
  expect(await isRunKept(run('one', [1, 2, 3]))).toBe(false);
  expect(portraitKey('/api/v1/media/photos/' + id(1))).toBeNull();
  expect(portraitKey(`/api/v1/media/portraits/${id(1)}/../../me`)).toBeNull();
});

it('keeps what the screen of a run asks for as well, also of a page that asked before the service worker was there', async () => {
  await answerKeep(PETRA, true);
  await keepRun(run('one', [1]), bytesOf);
  const answers = all.get(answerCache(PETRA))!;
  expect(await (await answers.match('/api/v1/generations/one'))?.text()).toBe('bytes of /api/v1/generations/one');
  expect(await isRunKept(run('one', [1]))).toBe(true);
  await answers.delete('/api/v1/generations/one');
  expect(await isRunKept(run('one', [1]))).toBe(false);
});

it('fetches what is missing only', async () => {
  await answerKeep(PETRA, true);
  await keepRun(run('one', [1]), bytesOf);
  const asked: string[] = [];
  await keepRun(run('one', [1, 2]), (url) => (asked.push(new URL(url, location.origin).pathname), bytesOf(url)));
  expect(asked.every((path) => path.includes(id(2)))).toBe(true);
  expect((await keptRuns(PETRA))[0]?.portraitIds).toEqual([id(1), id(2)]);
});

it('a portrait that was deleted by itself goes from the device, also while it is being brought there; the others stay', async () => {
  await answerKeep(PETRA, true);
  await keepRun(run('one', [1, 2]), bytesOf);
  await dropPortraits([id(1)]);
  const cache = all.get(portraitCache(PETRA))!;
  const kept = async () => (await cache.keys()).map(({ url }) => new URL(url).pathname.split('/').at(-2));
  expect(new Set(await kept())).toEqual(new Set([id(2)]));
  expect((await keptRuns(PETRA))[0]?.portraitIds).toEqual([id(2)]);
  expect(await isRunKept(run('one', [2]))).toBe(true);
  await keepRun(run('one', [2, 3]), async (url) => {
    const file = await bytesOf(url);
    if (url.includes(id(3))) await dropPortraits([id(3)]);
    return file;
  });
  expect(new Set(await kept())).toEqual(new Set([id(2)]));
});

it('whoever comes next finds nothing of the one before', async () => {
  await answerKeep(PETRA, true);
  await keepRun(run('one', [1]), bytesOf);
  await queueDeletion({ id: 'one', userId: PETRA, kind: 'generation' });
  (await caches.open(answerCache(PETRA))) satisfies Cache;
  await claimDevice(URS);
  expect([...all.keys()]).toEqual([]);
  expect(await deviceOwner()).toBe(URS);
  expect(await queuedDeletions(PETRA)).toEqual([]);
  expect(await keepAnswer()).toBeNull();
});

it('claiming the own device again loses nothing', async () => {
  await answerKeep(PETRA, true);
  await keepRun(run('one', [1]), bytesOf);
  await claimDevice(PETRA);
  expect(await isRunKept(run('one', [1]))).toBe(true);
});

it('what arrives after the sign-out is not kept', async () => {
  await answerKeep(PETRA, true);
  let arrive = (): void => undefined;
  const slow = new Promise<void>((resolve) => (arrive = resolve));
  const keeping = keepRun(run('one', [1]), async (url) => (await slow, bytesOf(url)));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await wipeDevice();
  await claimDevice(URS);
  arrive();
  expect(await keeping).toBe(false);
  expect([...all.keys()].filter((name) => name.includes(PETRA))).toEqual([]);
});

it('a sign-out just before the first file is put away leaves nothing either', async () => {
  await answerKeep(PETRA, true);
  const { open } = caches;
  caches.open = async (name) => {
    await wipeDevice();
    return open(name);
  };
  expect(await keepRun(run('one', [1]), bytesOf)).toBe(false);
  expect([...all.keys()]).toEqual([]);
});

it('nothing that was typed stays in the tab either', async () => {
  const names = [TAB_ANSWERS, TAB_GUIDE, ...Object.values(TAB_DECLARATIONS)];
  for (const name of names) sessionStorage.setItem(name, '{"name":"Petra Muster"}');
  await wipeDevice();
  expect(names.map((name) => sessionStorage.getItem(name))).toEqual(names.map(() => null));
});

it('a browser that hangs while it removes keeps nobody from leaving, and is made to do it at the next start', async () => {
  await answerKeep(PETRA, true);
  await keepRun(run('one', [1]), bytesOf);
  const remove = caches.delete.bind(caches);
  caches.delete = () => new Promise(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const leaving = leaveDevice();
  await vi.waitFor(async () => expect(await keepingOwner()).toBeNull());
  await vi.advanceTimersByTimeAsync(5_000);
  await leaving;
  vi.useRealTimers();
  expect([isLeaving(), all.size]).toEqual([true, 2]);
  caches.delete = remove;
  // Also where the same customer comes back: they had left.
  await claimDevice(PETRA);
  expect([isLeaving(), all.size, await deviceOwner()]).toEqual([false, 0, PETRA]);
  await answerKeep(PETRA, true);
  await leaveDevice();
  expect([isLeaving(), await deviceOwner()]).toEqual([false, null]);
});

it('a database that hangs does not keep the files', async () => {
  await answerKeep(PETRA, true);
  await keepRun(run('one', [1]), bytesOf);
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function hang(...what) {
    const begun = transaction.apply(this, what);
    if (what[1] === 'readwrite') begun.objectStore = () => ({ clear: () => new Promise(() => undefined) }) as never;
    return begun;
  };
  try {
    void wipeDevice();
    await vi.waitFor(() => expect([...all.keys()]).toEqual([]));
  } finally {
    IDBDatabase.prototype.transaction = transaction;
  }
});

it('a run that is deleted while it is being fetched leaves nothing', async () => {
  await answerKeep(PETRA, true);
  let arrive = (): void => undefined;
  const slow = new Promise<void>((resolve) => (arrive = resolve));
  const keeping = keepRun(run('one', [1]), async (url) => (await slow, bytesOf(url)));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await dropRun('one');
  arrive();
  expect(await keeping).toBe(false);
  expect(all.get(portraitCache(PETRA))?.entries.size).toBe(0);
});

it('removes a run at its expiry, with no network, and no other', async () => {
  await answerKeep(PETRA, true);
  await keepRun(run('old', [1], '2026-11-22T10:00:00.000Z'), bytesOf);
  await keepRun(run('young', [2], '2027-01-01T10:00:00.000Z'), bytesOf);
  expect(await sweepRuns(Date.parse('2026-11-22T09:59:59.999Z'))).toEqual([]);
  expect(await sweepRuns(Date.parse('2026-11-22T10:00:00.000Z'))).toEqual(['old']);
  expect([...all.get(portraitCache(PETRA))!.entries.keys()].every((url) => url.includes(id(2)))).toBe(true);
  expect((await keptRuns(PETRA)).map((kept) => kept.id)).toEqual(['young']);
});

it('a browser that keeps nothing is not asked, and stands in nobody’s way', async () => {
  const { indexedDB } = globalThis;
  Reflect.deleteProperty(globalThis, 'caches');
  Reflect.deleteProperty(globalThis, 'indexedDB');
  try {
    await expect(keepAnswer()).rejects.toThrow();
    await claimDevice(PETRA);
    await wipeDevice();
    expect(await deviceOwner()).toBeDefined();
    expect(await queuedDeletions(PETRA)).toEqual([]);
  } finally {
    globalThis.indexedDB = indexedDB;
  }
});

it('keeps the present previews of each profile, and none of those that are gone', async () => {
  const preview = (profile: number, version: number, style: number) =>
    `/api/v1/media/ai-profiles/${id(profile)}/previews/${version}/${id(style)}`;
  const signed = (path: string) => `${path}?signature=x&expires=1`;
  const kept = () => [...(all.get(previewCache(PETRA))?.entries.keys() ?? [])].map((url) => new URL(url).pathname);
  await claimDevice(PETRA);
  await keepPreviews(id(1), [signed(preview(1, 1, 5))], bytesOf);
  expect(kept()).toEqual([]);
  await answerKeep(PETRA, true);
  await keepPreviews(id(1), [signed(preview(1, 1, 5)), signed(preview(1, 1, 6)), '/api/v1/me'], bytesOf);
  await keepPreviews(id(2), [signed(preview(2, 1, 5))], bytesOf);
  expect(kept()).toEqual([preview(1, 1, 5), preview(1, 1, 6), preview(2, 1, 5)]);
  await keepPreviews(id(1), [signed(preview(1, 1, 6)), signed(preview(1, 2, 5))], bytesOf);
  expect(kept()).toEqual([preview(1, 1, 6), preview(2, 1, 5), preview(1, 2, 5)]);
  await keepPreviewsOnlyOf([id(2)]);
  expect(kept()).toEqual([preview(2, 1, 5)]);
  await claimDevice(URS);
  expect([...all.keys()]).toEqual([]);
});
