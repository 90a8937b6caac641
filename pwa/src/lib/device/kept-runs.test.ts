// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { freshDevice, useDevice } from '../../../test/device';
import { answerKeep, dropPortraits, dropRun, isRunKept, keepRun, keptRuns, type RunToKeep } from '.';
import { clearDeviceDatabase } from './database';
import { answerCache, KEPT_HEADER, portraitCache } from './names';

useDevice();

const ANNA = 'a5a3f1a4-0000-4000-8000-000000000001';
const id = (number: number) => `b5a3f1a4-0000-4000-8000-00000000000${number}`;
const link = (number: number, variant: string) => `/api/v1/media/portraits/${id(number)}/${variant}?sig=x`;
const toKeep = (name: string, ...numbers: number[]): RunToKeep => ({
  id: name,
  expiresAt: null,
  portraits: numbers.map((number) => ({
    id: id(number),
    downloadUrl: link(number, 'download'),
    smallUrls: [link(number, 'preview')],
  })),
});
const answerOf = (name: string, ...numbers: number[]) => ({
  id: name,
  style: 'Salbei',
  portraits: numbers.map((number) => ({ id: id(number) })),
});
/** The server, with a run of three. */
const fetchFile = (url: string) =>
  Promise.resolve(url.endsWith('/generations/one') ? Response.json(answerOf('one', 1, 2, 3)) : new Response('file'));

let all: ReturnType<typeof freshDevice>;
const answers = () => all.get(answerCache(ANNA))!;
const kept = async (path: string): Promise<unknown> => (await answers().match(`/api/v1${path}`))?.json();
const files = () =>
  new Set([...all.get(portraitCache(ANNA))!.entries.keys()].map((url) => new URL(url).pathname.split('/').at(-2)));

beforeEach(async () => {
  all = freshDevice();
  await clearDeviceDatabase();
  await answerKeep(ANNA, true);
});

it('a kept run loses the portrait that is deleted, and nothing else', async () => {
  await keepRun(toKeep('one', 1, 2, 3), fetchFile);
  const takenAt = (await answers().match('/api/v1/generations/one'))?.headers.get(KEPT_HEADER);
  await dropPortraits([id(2)]);
  expect(await kept('/generations/one')).toEqual(answerOf('one', 1, 3));
  expect((await answers().match('/api/v1/generations/one'))?.headers.get(KEPT_HEADER)).toBe(takenAt);
  expect(files()).toEqual(new Set([id(1), id(3)]));
  expect(await isRunKept(toKeep('one', 1, 3))).toBe(true);
});

it('lists that are kept lose it, too; a run that is left without portraits goes', async () => {
  await keepRun(toKeep('one', 1), fetchFile);
  const page = (...items: unknown[]) => Response.json({ items, nextCursor: null });
  await answers().put('/api/v1/generations', page(answerOf('one', 1), answerOf('two', 2, 3)));
  await answers().put('/api/v1/generations?limit=3', page(answerOf('one', 1)));
  await answers().put('/api/v1/styles', Response.json({ items: [{ id: id(1) }] }));
  await answers().put('/api/v1/generations/one', Response.json(answerOf('one', 1)));
  await dropPortraits([id(1), id(2)]);
  expect(await kept('/generations')).toEqual({ items: [answerOf('two', 3)], nextCursor: null });
  expect(await kept('/generations?limit=3')).toEqual({ items: [], nextCursor: null });
  expect(await kept('/generations/one')).toBeUndefined();
  expect(await kept('/styles')).toEqual({ items: [{ id: id(1) }] });
});

it('of two deletions at once none brings back what the other removed', async () => {
  await keepRun(toKeep('one', 1, 2, 3), fetchFile);
  await Promise.all([dropPortraits([id(1)]), dropPortraits([id(2)])]);
  expect((await keptRuns(ANNA)).map(({ portraitIds }) => portraitIds)).toEqual([[id(3)]]);
  expect(await kept('/generations/one')).toEqual(answerOf('one', 3));
  expect(files()).toEqual(new Set([id(3)]));
  await Promise.all([dropPortraits([id(3)]), dropRun('one')]);
  expect(await keptRuns(ANNA)).toEqual([]);
});

it('a run that is brought here meanwhile does not bring back what was deleted', async () => {
  await keepRun(toKeep('one', 1, 2), fetchFile);
  await Promise.all([dropPortraits([id(1)]), keepRun(toKeep('one', 2, 3), fetchFile)]);
  expect((await keptRuns(ANNA))[0]?.portraitIds).toEqual([id(2), id(3)]);
});

it('where removing the files fails, the record still says that they are there', async () => {
  await keepRun(toKeep('one', 1, 2), fetchFile);
  const { open } = caches;
  caches.open = () => Promise.reject(new Error('no caches now'));
  await expect(dropPortraits([id(1)])).rejects.toThrow('no caches now');
  expect((await keptRuns(ANNA))[0]?.portraitIds).toEqual([id(1), id(2)]);
  caches.open = open;
  await dropPortraits([id(1)]);
  expect(files()).toEqual(new Set([id(2)]));
});
