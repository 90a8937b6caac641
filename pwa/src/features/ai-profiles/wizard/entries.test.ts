import { describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import {
  goodCount,
  isFullOfOthers,
  isUnsafe,
  pendingCount,
  reduceEntries,
  roomFor,
  stalledCount,
  storedEntries,
  type Entry,
} from './entries';

type Verdict = Schemas['PhotoVerdict'];
const waiting = (key: string): Entry => ({
  key,
  name: `${key}.jpg`,
  preview: `blob:${key}`,
  state: 'waiting',
  fraction: 0,
  file: new File([], key),
});
const photo = (id: string, setAside: 'other_person' | null = null) =>
  ({ id, url: `/media/${id}`, setAside }) as NonNullable<Verdict['photo']>;
const verdict = (part: Partial<Verdict>): Verdict => ({
  accepted: true,
  photo: photo('p1'),
  reason: null,
  duplicateOf: null,
  advice: [],
  count: 1,
  setAdvice: [],
  ...part,
});
const after = (acts: Parameters<typeof reduceEntries>[1][]) => acts.reduce<readonly Entry[]>(reduceEntries, []);

describe('a photo on its way', () => {
  it('uploads, is checked, and is good', () => {
    const added = { type: 'added', entries: [waiting('a')] } as const;
    expect(after([added, { type: 'progressed', key: 'a', fraction: 0.4 }])[0]).toMatchObject({
      state: 'uploading',
      fraction: 0.4,
    });
    expect(after([added, { type: 'progressed', key: 'a', fraction: 1 }])[0]?.state).toBe('checking');
    const done = after([added, { type: 'judged', key: 'a', verdict: verdict({ advice: ['low_quality'] }) }])[0];
    expect(done).toMatchObject({ state: 'good', photoId: 'p1', advice: 'low_quality', stored: '/media/p1' });
    expect(done).toMatchObject({ preview: 'blob:a', file: undefined });
    const doubted = { ...photo('p1'), doubt: 'too_close' as const };
    const reserve = after([added, { type: 'judged', key: 'a', verdict: verdict({ photo: doubted }) }])[0]!;
    expect(reserve).toMatchObject({ state: 'good', doubt: 'too_close' });
    expect(storedEntries([doubted], String)[0]).toMatchObject({ state: 'good', doubt: 'too_close' });
  });

  it('is rejected with its reason and takes no place', () => {
    const entries = after([
      { type: 'added', entries: [waiting('a'), waiting('b')] },
      { type: 'judged', key: 'a', verdict: verdict({ accepted: false, photo: null, reason: 'blurred' }) },
    ]);
    expect(entries[0]).toMatchObject({ state: 'rejected', reason: 'blurred' });
    expect([goodCount(entries), pendingCount(entries), roomFor(entries)]).toEqual([0, 1, facts.photos.max - 1]);
  });

  it('is a duplicate only of a photo that is there', () => {
    const repeated = verdict({ accepted: false, photo: null, reason: 'duplicate', duplicateOf: 'p1' });
    const other = { ...waiting('a'), photoId: 'p1', state: 'good' as const };
    const judgedBeside = after([
      { type: 'added', entries: [other, waiting('b')] },
      { type: 'judged', key: 'b', verdict: repeated },
    ]);
    expect(judgedBeside[1]).toMatchObject({ state: 'rejected', reason: 'duplicate' });
    const judgedAlone = after([
      { type: 'added', entries: [waiting('b')] },
      { type: 'judged', key: 'b', verdict: repeated },
    ]);
    expect(judgedAlone[0]).toMatchObject({ state: 'good', photoId: 'p1' });
  });

  it('of another person is set aside and does not count', () => {
    const entries = after([
      { type: 'added', entries: [waiting('a')] },
      { type: 'judged', key: 'a', verdict: verdict({ photo: photo('p1', 'other_person') }) },
    ]);
    expect(entries[0]).toMatchObject({ state: 'aside', setAside: 'other_person' });
    expect([goodCount(entries), roomFor(entries)]).toEqual([0, facts.photos.max]);
  });

  it('finds no room where as many count as a training takes, or as many are kept as ever are', () => {
    const some = (count: number, setAside: 'other_person' | null, from = 0) =>
      storedEntries(
        Array.from({ length: count }, (_, index) => photo(`p${from + index}`, setAside)),
        String,
      );
    const { max, maxKept } = facts.photos;
    expect([roomFor(some(max - 1, null)), roomFor(some(max, null)), isFullOfOthers(some(max, null))]).toEqual([
      1,
      0,
      false,
    ]);
    const mixed = [...some(max - 2, null), ...some(maxKept - max + 1, 'other_person', max)];
    expect([roomFor(mixed), roomFor([...mixed, waiting('a')]), isFullOfOthers([...mixed, waiting('a')])]).toEqual([
      1,
      0,
      true,
    ]);
  });

  it('keeps its file when the upload fails, to try again', () => {
    const entries = after([
      { type: 'added', entries: [waiting('a')] },
      { type: 'failed', key: 'a', error: new Error('offline') },
    ]);
    expect(entries[0]?.file).toBeInstanceOf(File);
    expect(reduceEntries(entries, { type: 'restarted', key: 'a' })[0]).toMatchObject({
      state: 'waiting',
      fraction: 0,
      error: undefined,
    });
  });
});

describe('a photo before it leaves the device', () => {
  const looking = { ...waiting('a'), state: 'inspecting' } as const;

  it('is refused with its reason, takes no place and is not sent', () => {
    const entries = after([
      { type: 'added', entries: [looking] },
      { type: 'refused', key: 'a', reason: 'tiny' },
    ]);
    expect(entries[0]).toMatchObject({ state: 'rejected', reason: 'tiny', file: undefined });
    expect([roomFor(entries), pendingCount(entries)]).toEqual([facts.photos.max, 0]);
  });

  it('keeps the advice of the device unless the server has its own', () => {
    const inspected = [
      { type: 'added', entries: [looking] },
      { type: 'inspected', key: 'a', file: new File([], 'a'), hash: 'f00', isSmall: true },
    ] as const;
    expect(after([...inspected, { type: 'judged', key: 'a', verdict: verdict({}) }])[0]).toMatchObject({
      state: 'good',
      advice: 'small',
    });
    expect(
      after([...inspected, { type: 'judged', key: 'a', verdict: verdict({ advice: ['near_duplicate'] }) }])[0]?.advice,
    ).toBe('near_duplicate');
  });

  it('is unsafe until it is on the device, and waits there for a connection', () => {
    const added = after([
      { type: 'added', entries: [looking] },
      { type: 'progressed', key: 'a', fraction: 0.5 },
    ]);
    expect(isUnsafe(added)).toBe(true);
    const kept = reduceEntries(added, { type: 'kept', key: 'a', isKept: true });
    const stalled = reduceEntries(kept, { type: 'stalled', key: 'a' });
    expect([isUnsafe(stalled), stalledCount(stalled), pendingCount(stalled), stalled[0]?.fraction]).toEqual([
      false,
      1,
      1,
      0,
    ]);
    expect(isUnsafe(reduceEntries(added, { type: 'failed', key: 'a', error: null }))).toBe(false);
  });
});

describe('what the server has', () => {
  it('is taken over: set aside or not, gone, and come from elsewhere', () => {
    const entries = [
      ...storedEntries([photo('p1'), photo('p2')], (number) => `Foto ${number}`),
      { ...waiting('b'), state: 'rejected' as const },
    ];
    const next = reduceEntries(entries, {
      type: 'synced',
      photos: [photo('p2', 'other_person'), photo('p3')],
      name: (number) => `Foto ${number}`,
    });
    expect(next.map(({ key, name, state }) => [key, name, state])).toEqual([
      ['p2', 'Foto 2', 'aside'],
      ['b', 'b.jpg', 'rejected'],
      ['p3', 'Foto 3', 'good'],
    ]);
  });

  it('goes back to its place when it could not be taken out', () => {
    const entries = storedEntries([photo('p1'), photo('p2')], String);
    const without = reduceEntries(entries, { type: 'removed', key: 'p1' });
    expect(reduceEntries(without, { type: 'restored', entry: entries[0] as Entry, at: 0 })).toEqual(entries);
  });
});

it('takes over the photos of a draft', () => {
  const entries = storedEntries([photo('p1'), photo('p2', 'other_person')], (number) => `Foto ${number}`);
  expect(entries.map(({ name, state }) => [name, state])).toEqual([
    ['Foto 1', 'good'],
    ['Foto 2', 'aside'],
  ]);
});
