// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { refusal, serve } from '../../../../test/server';
import {
  consents,
  network,
  open,
  openWith,
  photo,
  picture,
  said,
  settled,
  slowly,
  stored,
  UPLOAD,
  uploads,
  verdict,
  setUpUploadQueues,
} from '../../../../test/upload-queues';

setUpUploadQueues();

describe('a consent in a newer version', () => {
  it('is asked for once, however many photos are on their way, and each goes up after it', async () => {
    let made = 0;
    URL.createObjectURL = () => `blob:${(made += 1)}`;
    serve({ [UPLOAD]: refusal(403, 'consent_required'), 'GET /consents': consents('2026-11') });
    network(false);
    const queue = open();
    const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'];
    void queue.add(names.map((name) => picture(name)));
    await settled(
      queue,
      names.map((name) => [name, 'stalled']),
    );
    network(true);
    await settled(
      queue,
      names.map((name) => [name, 'failed']),
    );
    // Nothing asks by itself again.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([said.tellConsentOutdated.mock.calls.length, (await stored()).length]).toEqual([1, 4]);
    const [before] = queue.state().entries;
    const sent = serve({
      [UPLOAD]: ['p1', 'p2', 'p3', 'p4'].map((id, index) => verdict({ photo: photo(id), count: index + 1 })),
    });
    queue.stop();
    queue.start();
    expect(queue.state().entries[0]?.preview).not.toBe(before?.preview);
    await settled(
      queue,
      names.map((name) => [name, 'good']),
    );
    expect([said.tellConsentOutdated.mock.calls.length, await stored(), uploads(sent)]).toEqual([1, [], 4]);
  });

  it('lets a photo that is just being looked at go up after it, too', async () => {
    let look = (): void => undefined;
    slowly['b.jpg'] = new Promise<void>((resolve) => (look = resolve));
    const sent = serve({
      [UPLOAD]: [refusal(403, 'consent_required'), verdict({}), verdict({ photo: photo('p2'), count: 2 })],
      'GET /consents': consents('2026-11'),
    });
    const queue = open();
    void queue.add([picture('a.jpg'), picture('b.jpg')]);
    await settled(queue, [
      ['a.jpg', 'failed'],
      ['b.jpg', 'inspecting'],
    ]);
    look();
    await settled(queue, [
      ['a.jpg', 'failed'],
      ['b.jpg', 'failed'],
    ]);
    expect([uploads(sent), said.tellConsentOutdated.mock.calls.length]).toEqual([1, 1]);
    queue.stop();
    queue.start();
    await settled(queue, [
      ['a.jpg', 'good'],
      ['b.jpg', 'good'],
    ]);
    expect([uploads(sent), await stored()]).toEqual([3, []]);
  });

  it('may be asked for again by hand where nothing seems to be missing', async () => {
    serve({ [UPLOAD]: [refusal(403, 'consent_required'), verdict({})], 'GET /consents': consents('2026-11') });
    const queue = await openWith('failed');
    void queue.retry(queue.state().entries[0]?.key ?? '');
    await settled(queue, [['a.jpg', 'good']]);
  });
});

describe('a stop in the middle of a visit', () => {
  it('leaves nothing behind: what waited for the connection goes up after the next start', async () => {
    const sent = serve({ [UPLOAD]: verdict({}) });
    network(false);
    const queue = await openWith('stalled');
    queue.stop();
    network(true);
    queue.start();
    await settled(queue, [['a.jpg', 'good']]);
    expect([uploads(sent), await stored()]).toEqual([1, []]);
  });
});
