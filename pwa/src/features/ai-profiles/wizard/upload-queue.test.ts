// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { isUploading } from '~/lib/busy';
import { facts } from '~/lib/facts';
import { clearDeviceDatabase } from '~/lib/device/database';
import { keepPhoto, waitingPhotos } from '~/lib/device/photo-queue';
import { beginSession, forgetSession } from '~/lib/session';
import { refusal, serve, type Sent } from '../../../../test/server';
import { storedEntries, type Entry } from './entries';
import { createUploadQueue, type QueueNeeds, type UploadQueue } from './upload-queue';

type Verdict = Schemas['PhotoVerdict'];

const photo = (id: string) => ({ id, url: `/media/${id}`, setAside: null }) as Schemas['Photo'];
const verdict = (part: Partial<Verdict>) => ({
  status: 201,
  body: {
    accepted: true,
    photo: photo('p1'),
    reason: null,
    duplicateOf: null,
    advice: [],
    count: 1,
    setAdvice: [],
    ...part,
  },
});
const picture = (name: string, content = name) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), `${content} and enough bytes to tell`], name, {
    type: 'image/jpeg',
  });
const network = (isOn: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOn);
  dispatchEvent(new Event(isOn ? 'online' : 'offline'));
};
const UPLOAD = 'POST /ai-profiles/d1/photos';
const waiting = (key: string, part: { userId?: string; profileId?: string | null; queuedAt?: number } = {}) =>
  keepPhoto({
    key,
    userId: 'anna',
    profileId: 'd1',
    name: `${key}.jpg`,
    type: 'image/jpeg',
    bytes: new ArrayBuffer(1),
    queuedAt: 1,
    ...part,
  });
const uploads = (sent: readonly Sent[]) => sent.filter(({ path }) => path.endsWith('/photos')).length;
const stored = async () => (await waitingPhotos('anna')).map(({ name, profileId }) => [name, profileId]);

const said = {
  tellSorted: vi.fn(),
  tellDropped: vi.fn(),
  tellAside: vi.fn(),
  tellValidated: vi.fn(),
  tellNotRemoved: vi.fn(),
};
const lines: UploadQueue[] = [];
let draftId: string | null;

function open(draft: Partial<QueueNeeds['draft']> = {}, entries: readonly Entry[] = []): UploadQueue {
  const whole = {
    id: () => Promise.resolve((draftId ??= 'd1')),
    known: () => draftId,
    adopt: () => Promise.resolve(draftId),
    takesOrphans: true,
    ...draft,
  };
  const line = createUploadQueue(
    { entries, advice: [] },
    { userId: 'anna', draft: whole, nameOf: (number) => `Foto ${number}`, ...said },
  );
  lines.push(line);
  line.start();
  return line;
}

const states = (line: UploadQueue) => line.state().entries.map(({ name, state }) => [name, state]);
const settled = (line: UploadQueue, expected: [string, string][]) =>
  vi.waitFor(() => expect(states(line)).toEqual(expected), { timeout: 20_000 });

/** A queue that one photo is added to, and what becomes of it at first. */
async function openWith(state: string): Promise<UploadQueue> {
  const line = open();
  void line.add([picture('a.jpg')]);
  await settled(line, [['a.jpg', state]]);
  return line;
}

beforeEach(() => {
  vi.clearAllMocks();
  draftId = 'd1';
  beginSession({ id: 'anna' } as Schemas['Me']);
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal('XMLHttpRequest', undefined);
});

afterEach(async () => {
  for (const line of lines.splice(0)) line.stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await clearDeviceDatabase();
});

describe('a lost connection', () => {
  it('lets photos wait, and brings each up once when the network is back', async () => {
    const sent = serve({ [UPLOAD]: [verdict({}), verdict({ photo: photo('p2'), count: 2 })] });
    network(false);
    const line = open();
    void line.add([picture('a.jpg'), picture('b.jpg')]);
    await settled(line, [
      ['a.jpg', 'stalled'],
      ['b.jpg', 'stalled'],
    ]);
    expect([uploads(sent), await stored(), isUploading()]).toEqual([
      0,
      [
        ['a.jpg', 'd1'],
        ['b.jpg', 'd1'],
      ],
      false,
    ]);
    network(true);
    await settled(line, [
      ['a.jpg', 'good'],
      ['b.jpg', 'good'],
    ]);
    await vi.waitFor(() => expect(said.tellValidated).toHaveBeenCalledWith(2), { timeout: 20_000 });
    expect([uploads(sent), await stored(), isUploading()]).toEqual([2, [], false]);
  });

  it('in the middle of an upload is the end of this try only', async () => {
    const sent = serve({ [UPLOAD]: [new TypeError('Failed to fetch'), verdict({})] });
    const line = await openWith('stalled');
    line.tryNow();
    await settled(line, [['a.jpg', 'good']]);
    expect(uploads(sent)).toBe(2);
  });

  it('takes the answer that was not heard for what it was', async () => {
    serve({
      [UPLOAD]: [
        new TypeError('Failed to fetch'),
        verdict({ accepted: false, photo: null, reason: 'duplicate', duplicateOf: 'p1' }),
      ],
    });
    const line = await openWith('stalled');
    line.tryNow();
    await settled(line, [['a.jpg', 'good']]);
    expect(said.tellDropped).not.toHaveBeenCalled();
  });

  it.each(['unavailable', 'upload_too_slow'])(
    'is waited for also when the server says %s: the photo stays on the device and is sent again',
    async (code) => {
      const sent = serve({ [UPLOAD]: [refusal(503, code), verdict({})] });
      const line = await openWith('stalled');
      expect(await stored()).toEqual([['a.jpg', 'd1']]);
      line.tryNow();
      await settled(line, [['a.jpg', 'good']]);
      expect(uploads(sent)).toBe(2);
    },
  );
});

describe('another failure', () => {
  it('keeps the photo on the device while a retry may help', async () => {
    serve({ [UPLOAD]: [refusal(500, 'internal'), verdict({})] });
    const line = await openWith('failed');
    expect(await stored()).toEqual([['a.jpg', 'd1']]);
    void line.retry(line.state().entries[0]?.key ?? '');
    await settled(line, [['a.jpg', 'good']]);
    expect(await stored()).toEqual([]);
  });

  it('that will not change takes it from the device', async () => {
    serve({ [UPLOAD]: refusal(409, 'photo_limit_reached') });
    await openWith('failed');
    expect(await stored()).toEqual([]);
  });

  it('of the consent takes everything of this customer', async () => {
    network(false);
    await waiting('x', { profileId: 'other' });
    serve({ [UPLOAD]: refusal(403, 'consent_required') });
    const line = await openWith('stalled');
    network(true);
    await settled(line, [['a.jpg', 'failed']]);
    expect(await stored()).toEqual([]);
  });
});

describe('the next visit', () => {
  it('goes on with what waited on the device', async () => {
    const sent = serve({ [UPLOAD]: verdict({}) });
    network(false);
    draftId = null;
    const before = open();
    void before.add([picture('a.jpg')]);
    await settled(before, [['a.jpg', 'stalled']]);
    before.stop();
    expect(await stored()).toEqual([['a.jpg', null]]);
    network(true);
    await settled(open(), [['a.jpg', 'good']]);
    expect([uploads(sent), await stored(), draftId]).toEqual([1, [], 'd1']);
  });

  it('leaves alone what belongs to another draft or another person', async () => {
    await waiting('x', { profileId: 'other' });
    await waiting('y', { userId: 'beat' });
    await waiting('z', { profileId: null });
    await waiting('a', { queuedAt: 2 });
    serve({ [UPLOAD]: verdict({}) });
    const line = open({ takesOrphans: false });
    await settled(line, [['a.jpg', 'good']]);
    expect(await waitingPhotos('anna')).toHaveLength(2);
  });

  it('in two tabs sends each photo once', async () => {
    const held = new Map<string, Promise<unknown>>();
    // The browser's lock, as far as it is needed here: one after the other by name.
    const request = (name: string, _options: object, act: () => Promise<unknown>) => {
      const turn = (held.get(name) ?? Promise.resolve()).then(act, act);
      held.set(name, turn);
      return turn;
    };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
    for (const key of ['a', 'b']) await waiting(key);
    const sent = serve({
      [UPLOAD]: [verdict({}), verdict({ photo: photo('p2'), count: 2 })],
      'GET /ai-profiles/d1': { body: { photos: [photo('p1'), photo('p2')], setAdvice: [] } },
    });
    const tabs = [open(), open()];
    const photosOf = (tab: UploadQueue) => tab.state().entries.map(({ photoId, state }) => `${photoId} ${state}`);
    for (const tab of tabs)
      await vi.waitFor(() => expect(photosOf(tab).toSorted()).toEqual(['p1 good', 'p2 good']), { timeout: 20_000 });
    expect(uploads(sent)).toBe(2);
    Reflect.deleteProperty(navigator, 'locks');
  });
});

describe('the check on the device', () => {
  it('sends nothing of what it refuses, and says why', async () => {
    const sent = serve({ [UPLOAD]: verdict({}) });
    const line = open();
    await line.add([
      new File(['%PDF-1.7 with more behind it'], 'cv.pdf', { type: 'application/pdf' }),
      new File(['no picture at all, I fear'], 'b.jpg', { type: 'image/jpeg' }),
      new File(['\0\0\0\x18ftypheic and more'], 'c.heic'),
      picture('a.jpg', 'same'),
      picture('kopie.jpg', 'same'),
    ]);
    expect(line.state().entries.map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['b.jpg', 'rejected', 'unsupported_format'],
      ['c.heic', 'rejected', 'heic'],
      ['a.jpg', 'good', undefined],
      ['kopie.jpg', 'rejected', 'duplicate'],
    ]);
    expect([uploads(sent), said.tellDropped.mock.calls, await stored()]).toEqual([1, [[['kopie.jpg']]], []]);
  });

  it('takes a photo again that has been taken out', async () => {
    const sent = serve({
      [UPLOAD]: [verdict({}), verdict({ photo: photo('p2') })],
      'DELETE /ai-profiles/d1/photos/p1': { status: 204 },
      'GET /ai-profiles/d1': { body: { photos: [], setAdvice: [] } },
    });
    const line = open();
    await line.add([picture('a.jpg')]);
    await line.remove(line.state().entries[0]?.key ?? '');
    await line.add([picture('a.jpg')]);
    await settled(line, [['a.jpg', 'good']]);
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
    const line = open();
    await line.add([picture('a.jpg'), picture('b.jpg'), picture('c.jpg')]);
    expect(
      states(line)
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
    const line = open();
    await line.add([picture('a.jpg')]);
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
    const line = open({}, storedEntries(there, String));
    // One of them twice: it takes no place, either.
    await line.add(
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
    const line = open();
    await line.add(names(22));
    expect(uploads(sent)).toBe(22);
    expect(said.tellSorted.mock.calls.map(([{ surplus }]) => (surplus as File[]).length)).toEqual([0]);
  });

  it('are told of where every place is taken', async () => {
    const sent = serve({
      [UPLOAD]: Array.from({ length: 15 }, (_, index) => verdict({ photo: photo(`n${index}`), count: index + 1 })),
    });
    const line = open();
    await line.add(names(17));
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
    const line = open();
    await line.add([picture('a.jpg')]);
    await line.add([picture('a.jpg')]);
    expect(line.state().entries.map(({ reason }) => reason)).toEqual(['blurred', 'blurred']);
    expect(uploads(sent)).toBe(2);
  });
});

describe('taking out', () => {
  it('takes a waiting photo from the device', async () => {
    network(false);
    const line = await openWith('stalled');
    await line.remove(line.state().entries[0]?.key ?? '');
    expect([states(line), await stored()]).toEqual([[], []]);
  });

  it('puts nothing on the device of somebody who has signed out', async () => {
    serve({ [UPLOAD]: new TypeError('Failed to fetch') });
    const line = open();
    forgetSession();
    void line.add([picture('a.jpg')]);
    await settled(line, [['a.jpg', 'stalled']]);
    expect(await stored()).toEqual([]);
  });
});

describe('another tab', () => {
  it('shows what happens in this one, also of a draft that only this one knows of yet', async () => {
    draftId = null;
    serve({ [UPLOAD]: verdict({}), 'GET /ai-profiles/d1': { body: { photos: [photo('p1')], setAdvice: ['light'] } } });
    const [here, there] = [open(), open()];
    await here.add([picture('a.jpg')]);
    await settled(there, [['Foto 1', 'good']]);
    expect(there.state().advice).toEqual(['light']);
  });

  it('of another draft or another person shows nothing of it', async () => {
    const sent = serve({
      [UPLOAD]: verdict({}),
      'GET /ai-profiles/d1': { body: { photos: [photo('p1')], setAdvice: [] } },
    });
    const [here, there, same] = [open(), open({ known: () => 'd2' }), open()];
    await here.add([picture('a.jpg')]);
    await settled(same, [['Foto 1', 'good']]);
    expect([states(there), sent.map(({ method, path }) => `${method} ${path}`)]).toEqual([
      [],
      ['POST /api/v1/ai-profiles/d1/photos', 'GET /api/v1/ai-profiles/d1'],
    ]);
  });
});

it('asks the server how it sees the photos when its count is another', async () => {
  serve({
    [UPLOAD]: verdict({ count: 0 }),
    'GET /ai-profiles/d1': { body: { photos: [{ ...photo('p1'), setAside: 'other_person' }], setAdvice: ['light'] } },
  });
  const line = open();
  await line.add([picture('a.jpg')]);
  await settled(line, [['a.jpg', 'aside']]);
  expect(line.state().advice).toEqual(['light']);
});
