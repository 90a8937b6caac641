import { PassThrough } from 'node:stream';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { UploadStalled } from '../../src/platform/http/read-upload.js';
import { UploadIntake, type IntakeLimits, type IntakeRequest } from '../../src/platform/http/upload-intake.js';
import { until } from '../support/until.js';

const ROOM = 100;

/** Room for a hundred bytes, of which one upload may have fifty. */
function setUp(limits: Partial<IntakeLimits> = {}) {
  const intake = new UploadIntake({ roomBytes: ROOM, silenceMs: 10_000, longestMs: 10_000, ...limits });
  const read: string[] = [];

  /** An upload whose bytes the test sends; `read` names it from its first byte on. */
  function upload(name: string, request: Partial<IntakeRequest> = {}, { declared = 40 as number | null, use = async (bytes: Buffer) => bytes.toString() } = {}) {
    const file = new PassThrough();
    file.write('.');
    const result = intake.take({ file, declaredBytes: declared }, { owner: name, maxBytes: 50, signal: new AbortController().signal, onChunk: () => read.includes(name) || read.push(name), ...request }, use);
    result.catch(() => undefined);
    return { file, result };
  }
  return { intake, read, upload };
}

test('hands on the complete bytes in one piece, tells of each piece as it comes, and keeps nothing', async () => {
  const pieces: string[] = [];
  const handed: Buffer[] = [];
  const { upload } = setUp();
  const { file, result } = upload('anna', { onChunk: (chunk) => void pieces.push(chunk.toString()) }, { use: async (bytes) => (handed.push(bytes), bytes.toString()) });
  await turn();
  file.write('abc');
  await turn();
  file.end('de');
  expect(await result).toBe('.abcde');
  expect(pieces).toEqual(['.', 'abc', 'de']);
  expect(handed.map((bytes) => bytes.buffer.byteLength)).toEqual([0]);
});

describe('shares', () => {
  test('of one owner three are taken in at a time; the others wait unread and nobody waits for them', async () => {
    const { intake, read, upload } = setUp();
    const slow = Array.from({ length: 6 }, (_, index) => upload(`anna ${index}`, { owner: 'anna' }, { declared: 20 }));
    const quick = upload('beat');
    quick.file.end();
    expect(await quick.result).toBe('.');
    expect(read).toEqual(['anna 0', 'anna 1', 'anna 2', 'beat']);
    expect(intake.reserved).toBe(60);
    slow[1]!.file.end();
    await until('the fourth to be read', () => (read.includes('anna 3') ? true : null));
    expect(read).not.toContain('anna 4');
  });

  test('whoever has the fewest under way comes first, among equals whoever came first', async () => {
    const { read, upload } = setUp();
    const uploads = new Map(['anna 0', 'anna 1', 'anna 2', 'beat 0', 'beat 1', 'carla'].map((name) => [name, upload(name, { owner: name.split(' ')[0]! }, { declared: 50 })]));
    for (const [index, name] of ['anna 0', 'beat 0', 'beat 1', 'carla'].entries()) {
      uploads.get(name)!.file.end();
      await until('the next', () => read[2 + index] ?? null);
    }
    expect(read).toEqual(['anna 0', 'anna 1', 'beat 0', 'beat 1', 'carla', 'anna 2']);
  });

  test('nobody smaller passes who waits for room', async () => {
    const { read, upload } = setUp();
    const holders = [upload('anna', {}, { declared: 40 }), upload('beat', {}, { declared: 40 })];
    upload('carla', {}, { declared: 50 });
    upload('dario', {}, { declared: 5 });
    await pause(20);
    expect(read).toEqual(['anna', 'beat']);
    holders[0]!.file.end();
    await until('both', () => (read.length === 4 ? true : null));
    expect(read).toEqual(['anna', 'beat', 'carla', 'dario']);
  });

  test('uploads of nobody have no share of their own', async () => {
    const { read, upload } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) upload(name, { owner: undefined! }, { declared: 10 });
    await until('all four', () => (read.length === 4 ? true : null));
  });
});

describe('room', () => {
  test('an upload reserves its declared length, and what is allowed at most where none or more is declared', async () => {
    const { intake, upload } = setUp();
    upload('anna', {}, { declared: 7 });
    expect(intake.reserved).toBe(7);
    upload('beat', {}, { declared: null });
    expect(intake.reserved).toBe(57);
    const { intake: fresh, upload: send } = setUp();
    send('carla', {}, { declared: 9_000_000 });
    expect(fresh.reserved).toBe(50);
  });

  test.each([[7], [null], [9_000_000]])('with %s bytes declared, more than is reserved is too large', async (declared) => {
    const { intake, upload } = setUp();
    const reserved = Math.min(declared ?? 50, 50);
    const exact = upload('anna', {}, { declared });
    exact.file.end(Buffer.alloc(reserved - 1));
    expect(await exact.result).toHaveLength(reserved);
    const above = upload('beat', {}, { declared });
    above.file.end(Buffer.alloc(reserved));
    await expect(above.result).rejects.toMatchObject({ code: 'file_too_large' });
    expect(intake.reserved).toBe(0);
  });

  test('is held until the work on the bytes has ended', async () => {
    const { intake, upload } = setUp();
    const { promise, resolve } = Promise.withResolvers<string>();
    const { file, result } = upload('anna', {}, { use: () => promise });
    file.end();
    await pause(20);
    expect(intake.reserved).toBe(40);
    resolve('done');
    expect(await result).toBe('done');
    expect(intake.reserved).toBe(0);
  });

  test('is never exceeded, whatever comes, breaks off and fails; in the end it is all free', async () => {
    // Small enough that each is seen at its fullest, repeatable, and of every kind there is.
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const { intake, upload } = setUp({ perOwner: 3, longestMs: 3 });
    let held = 0;
    let most = 0;
    const outcomes: Record<string, number> = {};
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        await pause(random(60));
        const stop = new AbortController();
        const size = 1 + random(50);
        const { file, result } = upload(
          `${index}`,
          { owner: `owner ${random(9)}`, signal: stop.signal },
          {
            declared: random(4) ? size : null,
            use: async (bytes) => {
              held += bytes.length;
              most = Math.max(most, held, intake.reserved);
              await pause(random(4)).finally(() => (held -= bytes.length));
              if (random(8) === 0) throw new Error('work');
              return 'done';
            },
          },
        );
        const way = random(8);
        await pause(random(6));
        if (way === 0) stop.abort(new Error('abort'));
        else if (way === 1) file.destroy(new Error('broken'));
        else if (way === 2) file.end(Buffer.alloc(60));
        else file.end(Buffer.alloc(size - 1));
        most = Math.max(most, intake.reserved);
        const outcome = await result.catch((error: Error) => error.message);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }),
    );
    expect(most).toBeLessThanOrEqual(ROOM);
    expect(most).toBeGreaterThan(ROOM * 0.9);
    expect(intake.reserved).toBe(0);
    for (const outcome of ['done', 'work', 'abort', 'broken', 'file_too_large']) expect(outcomes[outcome]).toBeGreaterThan(3);
  });
});

describe('who leaves', () => {
  type Leaver = (file: PassThrough, stop: AbortController) => void;
  const ways: [string, string, Leaver][] = [
    ['is aborted', 'gone', (_file, stop) => stop.abort(new Error('gone'))],
    ['breaks', 'line lost', (file) => file.destroy(new Error('line lost'))],
  ];
  const readingWays: [string, string, Leaver][] = [...ways, ['is too large', 'file_too_large', (file) => file.write(Buffer.alloc(60))], ['stands still', 'the upload took too long', () => undefined]];

  test.each(readingWays)('while it is read and %s leaves its room', async (_what, message, leave) => {
    const { intake, upload } = setUp({ silenceMs: 60 });
    const stop = new AbortController();
    const { file, result } = upload('anna', { signal: stop.signal });
    await turn();
    leave(file, stop);
    await expect(result).rejects.toThrow(message);
    expect(intake.reserved).toBe(0);
  });

  test.each(ways)('while it waits and %s leaves its place to the next', async (_what, message, leave) => {
    const { intake, read, upload } = setUp();
    upload('anna', {}, { declared: 50 });
    upload('beat', {}, { declared: 40 });
    const stop = new AbortController();
    const { file, result } = upload('carla', { signal: stop.signal }, { declared: 30 });
    upload('dario', {}, { declared: 10 });
    await pause(20);
    expect(read).toEqual(['anna', 'beat']);
    leave(file, stop);
    await expect(result).rejects.toThrow(message);
    await until('the next', () => (read.includes('dario') ? true : null));
    expect(intake.reserved).toBe(100);
  });

  test('before it begins does not wait', async () => {
    const { read, upload } = setUp();
    for (const name of ['anna', 'beat']) upload(name, {}, { declared: 50 });
    await expect(upload('carla', { signal: AbortSignal.abort(new Error('gone')) }).result).rejects.toThrow('gone');
    await pause(20);
    expect(read).toEqual(['anna', 'beat']);
  });

  test('because the work fails leaves its room', async () => {
    const { intake, upload } = setUp();
    const { file, result } = upload('anna', {}, { use: () => Promise.reject(new Error('no check')) });
    file.end();
    await expect(result).rejects.toThrow('no check');
    expect(intake.reserved).toBe(0);
  });
});

describe('slowness', () => {
  /** Sends a byte now and then until the upload has ended. */
  function trickle({ file, result }: { file: PassThrough; result: Promise<unknown> }): void {
    const timer = setInterval(() => file.write('x'), 15);
    result.catch(() => undefined).finally(() => clearInterval(timer));
  }

  test('is no silence, and ends nobody while there is room for all', async () => {
    const { upload } = setUp({ silenceMs: 80, longestMs: 60 });
    const slow = upload('anna', {}, { declared: 50 });
    trickle(slow);
    const fifth = upload('beat', { owner: 'beat' });
    fifth.file.end();
    await pause(200);
    slow.file.end();
    expect((await slow.result).length).toBeGreaterThan(5);
  });

  test('makes room after a time when somebody waits for it: the longest first, and no more of them than needed', async () => {
    const { upload } = setUp({ longestMs: 60 });
    const [first, second] = [upload('anna', {}, { declared: 50 }), upload('beat', {}, { declared: 50 })];
    await pause(100);
    const waiting = upload('carla', {}, { declared: 50 });
    waiting.file.end();
    await expect(first.result).rejects.toThrow(UploadStalled);
    expect(await waiting.result).toBe('.');
    second.file.end();
    expect(await second.result).toBe('.');
  });

  test('makes room when its time comes after somebody has begun to wait', async () => {
    const { upload } = setUp({ longestMs: 60 });
    const slow = [upload('anna', {}, { declared: 50 }), upload('beat', {}, { declared: 50 })];
    const waiting = upload('carla', {}, { declared: 50 });
    waiting.file.end();
    await expect(slow[0]!.result).rejects.toThrow(UploadStalled);
    expect(await waiting.result).toBe('.');
  });

  test('of the work on complete bytes is no slowness of the upload', async () => {
    const { upload } = setUp({ longestMs: 60 });
    const { promise, resolve } = Promise.withResolvers<string>();
    const complete = upload('anna', {}, { declared: 50, use: () => promise });
    complete.file.end();
    const slow = upload('beat', {}, { declared: 50 });
    await pause(100);
    // Neither is it ended, nor does it stand before one that can be.
    const waiting = upload('carla', {}, { declared: 50 });
    waiting.file.end();
    await expect(slow.result).rejects.toThrow(UploadStalled);
    expect(await waiting.result).toBe('.');
    resolve('judged');
    expect(await complete.result).toBe('judged');
  });

  test('does not end what waits for its own share', async () => {
    const { read, upload } = setUp({ longestMs: 40, perOwner: 1 });
    const first = upload('anna 0', { owner: 'anna' });
    upload('anna 1', { owner: 'anna' });
    await pause(120);
    expect(read).toEqual(['anna 0']);
    first.file.end();
    expect(await first.result).toBe('.');
  });
});
