// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { serve } from '../../../../test/server';
import {
  open,
  photo,
  picture,
  said,
  settled,
  states,
  stored,
  UPLOAD,
  uploads,
  verdict,
  setUpUploadQueues,
} from '../../../../test/upload-queues';
import { storedEntries } from './entries';

setUpUploadQueues();

describe('the check on the device', () => {
  it('sends nothing of what it refuses, and says why', async () => {
    const sent = serve({ [UPLOAD]: verdict({}) });
    const queue = open();
    await queue.add([
      new File(['%PDF-1.7 with more behind it'], 'cv.pdf', { type: 'application/pdf' }),
      new File(['no picture at all, I fear'], 'b.jpg', { type: 'image/jpeg' }),
      picture('a.jpg', 'same'),
      picture('kopie.jpg', 'same'),
    ]);
    expect(queue.state().entries.map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['b.jpg', 'rejected', 'unsupported_format'],
      ['a.jpg', 'good', undefined],
      ['kopie.jpg', 'rejected', 'duplicate'],
    ]);
    expect([uploads(sent), said.tellDropped.mock.calls, await stored()]).toEqual([1, [[['kopie.jpg']]], []]);
  });

  it('takes out together what was refused, and asks the server nothing', async () => {
    const sent = serve({ [UPLOAD]: verdict({}) });
    const queue = open();
    await queue.add([
      new File(['no picture at all, I fear'], 'b.jpg', { type: 'image/jpeg' }),
      picture('a.jpg', 'same'),
      picture('kopie.jpg', 'same'),
    ]);
    const before = sent.length;
    await queue.removeRejected();
    expect(queue.state().entries.map(({ name, state }) => [name, state])).toEqual([['a.jpg', 'good']]);
    expect([sent.length - before, queue.state().removed, await stored()]).toEqual([0, null, []]);
  });

  it('takes a photo again that has been taken out', async () => {
    const sent = serve({
      [UPLOAD]: [verdict({}), verdict({ photo: photo('p2') })],
      'DELETE /ai-profiles/d1/photos/p1': { status: 204 },
      'GET /ai-profiles/d1': { body: { photos: [], setAdvice: [] } },
    });
    const queue = open();
    await queue.add([picture('a.jpg')]);
    await queue.remove(queue.state().entries[0]?.key ?? '');
    await queue.add([picture('a.jpg')]);
    await settled(queue, [['a.jpg', 'good']]);
    expect(uploads(sent)).toBe(2);
  });
});

describe('photos that do not count', () => {
  const aside = (id: string) => ({ ...photo(id), setAside: 'other_person' }) as Schemas['Photo'];

  it('are told of as such, however many others have come with them', async () => {
    // The first one is found out by the last: only the server knows then.
    serve({
      [UPLOAD]: [verdict({}), verdict({ photo: photo('p2'), count: 2 }), verdict({ photo: aside('p3'), count: 1 })],
      'GET /ai-profiles/d1': { body: { photos: [aside('p1'), photo('p2'), aside('p3')], setAdvice: [] } },
    });
    const queue = open();
    await queue.add([picture('a.jpg'), picture('b.jpg'), picture('c.jpg')]);
    expect(
      states(queue)
        .map(([, state]) => state)
        .toSorted(),
    ).toEqual(['aside', 'aside', 'good']);
    expect([
      said.tellAside.mock.calls.map(([names]) => (names as string[]).length),
      said.tellValidated.mock.calls,
    ]).toEqual([[2], [[1]]]);
  });

  it('are never called usable where all are set aside', async () => {
    serve({
      [UPLOAD]: verdict({ photo: aside('p1'), count: 0 }),
      'GET /ai-profiles/d1': { body: { photos: [aside('p1')], setAdvice: [] } },
    });
    const queue = open();
    await queue.add([picture('a.jpg')]);
    expect([said.tellAside.mock.calls, said.tellValidated.mock.calls]).toEqual([[[['a.jpg']]], []]);
  });

  it('take no place of those that are chosen', async () => {
    const news = Array.from({ length: 7 }, (_, index) => photo(`n${index}`));
    const there = [
      ...Array.from({ length: facts.photos.max - 7 }, (_, index) => photo(`old${index}`)),
      aside('x'),
      aside('y'),
    ];
    const sent = serve({
      [UPLOAD]: news.map((one) => verdict({ photo: one })),
      'GET /ai-profiles/d1': { body: { photos: [...there, ...news], setAdvice: [] } },
    });
    const queue = open({}, storedEntries(there, String));
    // One of them twice: it takes no place, either.
    await queue.add(
      ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, index) => picture(`${name}${index}.jpg`, name)),
    );
    expect(uploads(sent)).toBe(7);
    expect(said.tellSorted.mock.calls.map(([{ surplus }]) => (surplus as File[]).map(({ name }) => name))).toEqual([
      [],
      ['h8.jpg'],
    ]);
  });
});

describe('photos beyond the last place', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => picture(`p${index}.jpg`));

  it('take the places of those the server refuses or sets aside, wave by wave', async () => {
    const others = { ...photo('x'), setAside: 'other_person' } as Schemas['Photo'];
    // Of the first fifteen one counts; four more are refused in the second wave.
    const refusedByServer = verdict({ accepted: false, photo: null, reason: 'blurred', count: 1 });
    const good = (index: number) => verdict({ photo: photo(`g${index}`), count: index + 2 });
    const sent = serve({
      [UPLOAD]: [
        verdict({ photo: photo('first'), count: 1 }),
        verdict({ photo: others, count: 1 }),
        ...Array.from({ length: 17 }, () => refusedByServer),
        ...Array.from({ length: 3 }, (_, index) => good(index)),
      ],
      'GET /ai-profiles/d1': { body: { photos: [photo('first'), others], setAdvice: [] } },
    });
    const queue = open();
    await queue.add(names(22));
    expect(uploads(sent)).toBe(22);
    expect(said.tellSorted.mock.calls.map(([{ surplus }]) => (surplus as File[]).length)).toEqual([0]);
  });

  it('are told of where every place is taken', async () => {
    const sent = serve({
      [UPLOAD]: Array.from({ length: 15 }, (_, index) => verdict({ photo: photo(`n${index}`), count: index + 1 })),
    });
    const queue = open();
    await queue.add(names(17));
    expect(uploads(sent)).toBe(15);
    expect(said.tellSorted.mock.calls.map(([{ surplus }]) => (surplus as File[]).map(({ name }) => name))).toEqual([
      [],
      ['p15.jpg', 'p16.jpg'],
    ]);
  });
});

describe('a photo that was rejected', () => {
  it('is judged again when it is chosen again', async () => {
    const sent = serve({ [UPLOAD]: verdict({ accepted: false, photo: null, reason: 'blurred', count: 0 }) });
    const queue = open();
    await queue.add([picture('a.jpg')]);
    await queue.add([picture('a.jpg')]);
    expect(queue.state().entries.map(({ reason }) => reason)).toEqual(['blurred', 'blurred']);
    expect(uploads(sent)).toBe(2);
  });
});

it('asks the server how it sees the photos when its count is another', async () => {
  serve({
    [UPLOAD]: verdict({ count: 0 }),
    'GET /ai-profiles/d1': { body: { photos: [{ ...photo('p1'), setAside: 'other_person' }], setAdvice: ['light'] } },
  });
  const queue = open();
  await queue.add([picture('a.jpg')]);
  await settled(queue, [['a.jpg', 'aside']]);
  expect(queue.state().advice).toEqual(['light']);
});
