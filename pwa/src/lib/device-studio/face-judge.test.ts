import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFaceJudge } from './face-judge';
import type { Answer, StudioQuestion, StudioWorker } from './studio-worker';

const PHOTO = new Blob(['photo']);
const judgement = { refusal: 'no_face' as const, measured: null };

/** A worker that answers as a test says, by what it is asked. */
function workerThat(answers: Partial<Record<StudioQuestion['ask'], () => Promise<Partial<Answer>>>>) {
  const asked: string[] = [];
  const worker: StudioWorker = {
    ask: async (question) => {
      asked.push(question.ask);
      return { id: 1, ...(await answers[question.ask]?.()) } as Answer;
    },
    stop: () => asked.push('stop'),
  };
  return { worker, asked };
}
const can = () => Promise.resolve({ refusal: null });
const never = () => new Promise<never>(() => undefined);

beforeEach(() => vi.stubGlobal('Worker', class {}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('judging on the device', () => {
  it('fetches the models with the first photo, and asks once about each', async () => {
    const { worker, asked } = workerThat({ faces: can, judge: () => Promise.resolve({ judgement }) });
    const judge = createFaceJudge(worker);
    expect(asked).toEqual([]);
    expect(await judge.judge(PHOTO)).toEqual(judgement);
    expect(await judge.judge(PHOTO)).toEqual(judgement);
    expect(asked).toEqual(['faces', 'judge']);
  });

  it.each<[string, () => Promise<Partial<Answer>>]>([
    ['that cannot', () => Promise.resolve({ refusal: 'unsupported' })],
    ['whose worker breaks', () => Promise.reject(new Error('out of memory'))],
    ['without a network', () => Promise.reject(new TypeError('no network'))],
  ])('leaves everything to the server on a device %s', async (_, faces) => {
    const { worker, asked } = workerThat({ faces });
    expect(await createFaceJudge(worker).judge(PHOTO)).toBeNull();
    expect(asked).not.toContain('judge');
  });

  it('fetches nothing for somebody who saves data, or where there are no workers', async () => {
    const { worker, asked } = workerThat({ faces: can });
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    expect(await createFaceJudge(worker).judge(PHOTO)).toBeNull();
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('Worker', undefined);
    expect(await createFaceJudge(worker).judge(PHOTO)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('does not keep photos waiting for models that are slow to arrive: the first a little, the others not at all', async () => {
    vi.useFakeTimers();
    const { worker } = workerThat({ faces: never });
    const judge = createFaceJudge(worker);
    const first = judge.judge(PHOTO);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await first).toBeNull();
    expect(await judge.judge(new Blob(['another']))).toBeNull();
  });

  it('ends a worker that nobody asks any more, and begins another with the next photo', async () => {
    vi.useFakeTimers();
    const { worker, asked } = workerThat({ faces: can, judge: () => Promise.resolve({ judgement }) });
    const judge = createFaceJudge(worker);
    await judge.judge(PHOTO);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(['faces', 'judge', 'stop']);
    expect(await judge.judge(new Blob(['another']))).toEqual(judgement);
    expect(asked.slice(3)).toEqual(['faces', 'judge']);
  });

  it('gives up a photo over which the worker breaks', async () => {
    const { worker } = workerThat({ faces: can, judge: () => Promise.reject(new Error('memory')) });
    expect(await createFaceJudge(worker).judge(PHOTO)).toBeNull();
  });
});
