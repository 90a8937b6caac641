import { describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { goodCount, pendingCount, placedCount, reduceEntries, storedEntries, type Entry } from './entries';

type Verdict = Schemas['PhotoVerdict'];
const waiting = (key: string): Entry => ({ key, name: `${key}.jpg`, preview: `blob:${key}`, state: 'waiting', fraction: 0, file: new File([], key) });
const photo = (id: string, setAside: 'other_person' | null = null) => ({ id, url: `/media/${id}`, setAside }) as NonNullable<Verdict['photo']>;
const verdict = (part: Partial<Verdict>): Verdict => ({ accepted: true, photo: photo('p1'), reason: null, duplicateOf: null, advice: [], count: 1, setAdvice: [], ...part });
const after = (acts: Parameters<typeof reduceEntries>[1][]) => acts.reduce<readonly Entry[]>(reduceEntries, []);

describe('a photo on its way', () => {
  it('uploads, is checked, and is good', () => {
    const added = { type: 'added', entries: [waiting('a')] } as const;
    expect(after([added, { type: 'progressed', key: 'a', fraction: 0.4 }])[0]).toMatchObject({ state: 'uploading', fraction: 0.4 });
    expect(after([added, { type: 'progressed', key: 'a', fraction: 1 }])[0]?.state).toBe('checking');
    const done = after([added, { type: 'judged', key: 'a', verdict: verdict({ advice: ['low_quality'] }) }])[0];
    expect(done).toMatchObject({ state: 'good', photoId: 'p1', advice: 'low_quality', file: undefined });
  });

  it('is rejected with its reason and takes no place', () => {
    const entries = after([
      { type: 'added', entries: [waiting('a'), waiting('b')] },
      { type: 'judged', key: 'a', verdict: verdict({ accepted: false, photo: null, reason: 'blurred' }) },
    ]);
    expect(entries[0]).toMatchObject({ state: 'rejected', reason: 'blurred' });
    expect([goodCount(entries), pendingCount(entries), placedCount(entries)]).toEqual([0, 1, 1]);
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
    expect(entries[0]?.state).toBe('aside');
    expect(goodCount(entries)).toBe(0);
  });

  it('keeps its file when the upload fails, to try again', () => {
    const entries = after([
      { type: 'added', entries: [waiting('a')] },
      { type: 'failed', key: 'a', error: new Error('offline') },
    ]);
    expect(entries[0]?.file).toBeInstanceOf(File);
    expect(reduceEntries(entries, { type: 'restarted', key: 'a' })[0]).toMatchObject({ state: 'waiting', fraction: 0, error: undefined });
  });
});

it('takes over the photos of a draft', () => {
  const entries = storedEntries([photo('p1'), photo('p2', 'other_person')], (number) => `Foto ${number}`);
  expect(entries.map(({ name, state }) => [name, state])).toEqual([
    ['Foto 1', 'good'],
    ['Foto 2', 'aside'],
  ]);
});
