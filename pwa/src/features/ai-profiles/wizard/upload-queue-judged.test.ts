// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { serve } from '../../../../test/server';
import {
  judged,
  open,
  photo,
  picture,
  said,
  settled,
  setUpUploadQueues,
  UPLOAD,
  uploads,
  verdict,
} from '../../../../test/upload-queues';

setUpUploadQueues();

const measured = { quality: 0.8, yaw: 0, faceLight: 140, faceHeight: 400, perceptualHash: 'ff', clothes: null };

describe('the verdict of this device', () => {
  it('keeps back what is clearly bad and says why, and sends what it is not sure of', async () => {
    const sent = serve({ [UPLOAD]: verdict({}) });
    judged['blind.jpg'] = { refusal: 'no_face', measured: null };
    judged['good.jpg'] = { refusal: null, measured };
    const queue = open();
    void queue.add([picture('blind.jpg'), picture('good.jpg')]);
    await settled(queue, [
      ['blind.jpg', 'rejected'],
      ['good.jpg', 'good'],
    ]);
    expect(queue.state().entries[0]?.reason).toBe('no_face');
    expect(uploads(sent)).toBe(1);
    await vi.waitFor(() => expect(said.tellDropped).toHaveBeenCalledWith(['blind.jpg']), { timeout: 20_000 });
  });

  it('gives advice on what it has measured before the server has seen anything', async () => {
    serve({ [UPLOAD]: new TypeError('Failed to fetch') });
    const names = ['a.jpg', 'b.jpg', 'c.jpg'];
    for (const name of names) judged[name] = { refusal: null, measured };
    const queue = open();
    void queue.add(names.map((name) => picture(name)));
    await vi.waitFor(() => expect(queue.state().ahead).toEqual(['angles']), { timeout: 20_000 });
    await queue.remove(queue.state().entries[0]?.key ?? '');
    expect(queue.state().ahead).toEqual([]);
  });
});

describe('a photo that was taken out', () => {
  it('can be put back: it goes the whole way again', async () => {
    const sent = serve({
      [UPLOAD]: [verdict({}), verdict({ photo: photo('p2') })],
      'DELETE /ai-profiles/d1/photos/p1': { status: 204 },
      'GET /ai-profiles/d1': { body: { photos: [], setAdvice: [] } },
    });
    const queue = open();
    void queue.add([picture('a.jpg')]);
    await settled(queue, [['a.jpg', 'good']]);
    await queue.remove(queue.state().entries[0]?.key ?? '');
    expect(queue.state()).toMatchObject({ entries: [], removed: { name: 'a.jpg' } });
    await queue.undo();
    await settled(queue, [['a.jpg', 'good']]);
    expect(queue.state().removed).toBeNull();
    expect(uploads(sent)).toBe(2);
  });

  it('of an earlier visit is fetched before it goes, and is not offered where that fails', async () => {
    const sent = serve({
      [UPLOAD]: verdict({ photo: photo('p2') }),
      'DELETE /ai-profiles/d1/photos/p1': { status: 204 },
      'GET /ai-profiles/d1': { body: { photos: [], setAdvice: [] } },
    });
    const stored = {
      key: 'p1',
      photoId: 'p1',
      name: 'Foto 1',
      preview: '/api/v1/media/photos/p1',
      state: 'good',
      fraction: 1,
    } as const;
    const served = globalThis.fetch;
    const answers = [new Response(await picture('kept').arrayBuffer()), new Response('', { status: 410 })];
    vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
      const { pathname } = new URL(typeof input === 'string' ? input : input.url, location.href);
      return pathname === stored.preview ? Promise.resolve(answers.shift()) : served(input, init);
    });
    const queue = open({}, [stored]);
    await queue.remove('p1');
    await queue.undo();
    await settled(queue, [['Foto 1', 'good']]);
    expect(uploads(sent)).toBe(1);
    const another = open({}, [stored]);
    await another.remove('p1');
    expect(another.state().removed).toBeNull();
  });
});
