// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { isUploading } from '~/lib/busy';
import { waitingPhotos } from '~/lib/device/photo-queue';
import { forgetSession } from '~/lib/session';
import { refusal, serve } from '../../../../test/server';
import {
  consents,
  draft,
  network,
  open,
  openWith,
  photo,
  picture,
  said,
  settled,
  states,
  stored,
  UPLOAD,
  uploads,
  verdict,
  waiting,
  setUpUploadQueues,
} from '../../../../test/upload-queues';
import type { UploadQueue } from './upload-queue';

setUpUploadQueues();

describe('a lost connection', () => {
  it('lets photos wait, and brings each up once when the network is back', async () => {
    const sent = serve({ [UPLOAD]: [verdict({}), verdict({ photo: photo('p2'), count: 2 })] });
    network(false);
    const queue = open();
    void queue.add([picture('a.jpg'), picture('b.jpg')]);
    await settled(queue, [
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
    await settled(queue, [
      ['a.jpg', 'good'],
      ['b.jpg', 'good'],
    ]);
    await vi.waitFor(() => expect(said.tellValidated).toHaveBeenCalledWith(2), { timeout: 20_000 });
    expect([uploads(sent), await stored(), isUploading()]).toEqual([2, [], false]);
  });

  it('in the middle of an upload is the end of this try only', async () => {
    const sent = serve({ [UPLOAD]: [new TypeError('Failed to fetch'), verdict({})] });
    const queue = await openWith('stalled');
    queue.tryNow();
    await settled(queue, [['a.jpg', 'good']]);
    expect(uploads(sent)).toBe(2);
  });

  it('takes the answer that was not heard for what it was', async () => {
    serve({
      [UPLOAD]: [
        new TypeError('Failed to fetch'),
        verdict({ accepted: false, photo: null, reason: 'duplicate', duplicateOf: 'p1' }),
      ],
    });
    const queue = await openWith('stalled');
    queue.tryNow();
    await settled(queue, [['a.jpg', 'good']]);
    expect(said.tellDropped).not.toHaveBeenCalled();
  });

  it.each(['unavailable', 'upload_too_slow'])(
    'is waited for also when the server says %s: the photo stays on the device and is sent again',
    async (code) => {
      const sent = serve({ [UPLOAD]: [refusal(503, code), verdict({})] });
      const queue = await openWith('stalled');
      expect(await stored()).toEqual([['a.jpg', 'd1']]);
      queue.tryNow();
      await settled(queue, [['a.jpg', 'good']]);
      expect(uploads(sent)).toBe(2);
    },
  );
});

describe('another failure', () => {
  it.each([
    [500, 'internal'],
    [503, 'check_too_slow'],
  ])('keeps the photo on the device while a retry may help: %s %s', async (status, code) => {
    serve({ [UPLOAD]: [refusal(status, code), verdict({})] });
    const queue = await openWith('failed');
    expect(await stored()).toEqual([['a.jpg', 'd1']]);
    void queue.retry(queue.state().entries[0]?.key ?? '');
    await settled(queue, [['a.jpg', 'good']]);
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
    serve({ [UPLOAD]: refusal(403, 'consent_required'), 'GET /consents': consents('2026-11', true) });
    const queue = await openWith('stalled');
    network(true);
    await settled(queue, [['a.jpg', 'failed']]);
    expect(await stored()).toEqual([]);
  });
});

describe('a consent that is asked for in a newer version', () => {
  it.each([
    ['consent_required', 403],
    ['attestation_required', 400],
  ])('lets photos wait on the device until it is given, and go up then: %s', async (code, status) => {
    await waiting('x', { profileId: 'other' });
    const sent = serve({ [UPLOAD]: [refusal(status, code), verdict({})], 'GET /consents': consents('2026-11') });
    const queue = open();
    void queue.add([picture('a.jpg')]);
    await vi.waitFor(() => expect(said.tellConsentOutdated).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    await settled(queue, [['a.jpg', 'failed']]);
    expect(await stored()).toEqual([
      ['x.jpg', 'other'],
      ['a.jpg', 'd1'],
    ]);
    // The wizard asks, and begins anew.
    queue.stop();
    queue.start();
    await settled(queue, [['a.jpg', 'good']]);
    expect([uploads(sent), await stored()]).toEqual([2, [['x.jpg', 'other']]]);
  });

  it('where nobody can tell whether it was withdrawn they wait as well', async () => {
    serve({ [UPLOAD]: refusal(403, 'consent_required'), 'GET /consents': new TypeError('Failed to fetch') });
    const queue = open();
    void queue.add([picture('a.jpg')]);
    await vi.waitFor(() => expect(said.tellConsentOutdated).toHaveBeenCalled(), { timeout: 20_000 });
    expect(await stored()).toEqual([['a.jpg', 'd1']]);
  });
});

describe('the next visit', () => {
  it('goes on with what waited on the device', async () => {
    const sent = serve({ [UPLOAD]: verdict({}) });
    network(false);
    draft.id = null;
    const before = open();
    void before.add([picture('a.jpg')]);
    await settled(before, [['a.jpg', 'stalled']]);
    before.stop();
    expect(await stored()).toEqual([['a.jpg', null]]);
    network(true);
    await settled(open(), [['a.jpg', 'good']]);
    expect([uploads(sent), await stored(), draft.id]).toEqual([1, [], 'd1']);
  });

  it('leaves alone what belongs to another draft or another person', async () => {
    await waiting('x', { profileId: 'other' });
    await waiting('y', { userId: 'beat' });
    await waiting('z', { profileId: null });
    await waiting('a', { queuedAt: 2 });
    serve({ [UPLOAD]: verdict({}) });
    const queue = open({ takesOrphans: false });
    await settled(queue, [['a.jpg', 'good']]);
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

describe('taking out', () => {
  it('takes a waiting photo from the device', async () => {
    network(false);
    const queue = await openWith('stalled');
    await queue.remove(queue.state().entries[0]?.key ?? '');
    expect([states(queue), await stored()]).toEqual([[], []]);
  });

  it('takes a photo out on the server, too, that it is just looking at', async () => {
    const sent = serve({
      [UPLOAD]: verdict({}),
      'DELETE /ai-profiles/d1/photos/p1': { status: 204 },
      'GET /ai-profiles/d1': { body: { photos: [], setAdvice: [] } },
    });
    // The bytes have left; the answer takes until the photo has been taken out.
    let answer = (): void => undefined;
    const looked = new Promise<void>((resolve) => (answer = resolve));
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      if (init?.body) {
        await new Response(init.body).arrayBuffer();
        await looked;
        return fetch(input, { ...init, body: null });
      }
      return fetch(input, init);
    };
    const queue = open();
    void queue.add([
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'small enough'], 'a.jpg', { type: 'image/jpeg' }),
    ]);
    await settled(queue, [['a.jpg', 'checking']]);
    await queue.remove(queue.state().entries[0]?.key ?? '');
    answer();
    await vi.waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'GET']), {
      timeout: 20_000,
    });
    expect([states(queue), await stored()]).toEqual([[], []]);
  });

  it('puts nothing on the device of somebody who has signed out', async () => {
    serve({ [UPLOAD]: new TypeError('Failed to fetch') });
    const queue = open();
    forgetSession();
    void queue.add([picture('a.jpg')]);
    await settled(queue, [['a.jpg', 'stalled']]);
    expect(await stored()).toEqual([]);
  });
});

describe('another tab', () => {
  it('shows what happens in this one, also of a draft that only this one knows of yet', async () => {
    draft.id = null;
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
