import type { Answer, Question } from '@bildnis/studio/browser';

export type { AdvisedPhoto, Answer, DeviceJudgement, FaceLook, FrameLook, PhotosAdvice } from '@bildnis/studio/browser';

type WithoutId<Each> = Each extends Question ? Omit<Each, 'id'> : never;
export type StudioQuestion = WithoutId<Question>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  onProgress?: (share: number) => void;
}

/** The worker failed, or was stopped. */
export class DeviceStudioFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DeviceStudioFailed';
  }
}

export interface AskOptions {
  /** Is told the share of bytes that have arrived, 0 to 1, where something is fetched first. */
  onProgress?: (share: number) => void;
  /** What the worker gets for itself. */
  transfer?: Transferable[];
}

/** The studio's worker, which is there from the first question until it is stopped, or breaks. */
export interface StudioWorker {
  /** @throws TypeError without a network, DeviceStudioFailed for any other failure */
  ask(question: StudioQuestion, options?: AskOptions): Promise<Answer>;
  /** Ends the worker, and with it all it knows of a photo. */
  stop(): void;
}

/** Gets a worker ready to begin with the first question. */
export function createStudioWorker(): StudioWorker {
  let worker: Worker | null = null;
  let isBroken = false;
  const waiting = new Map<number, Waiting>();
  let count = 0;

  function end(error: Error): void {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function stop(): void {
    isBroken = false;
    end(new DeviceStudioFailed('stopped'));
  }

  function breakDown(error: Error): void {
    isBroken = true;
    end(error);
  }

  function take(answer: Answer): void {
    const asked = waiting.get(answer.id);
    if ('progress' in answer) return asked?.onProgress?.(answer.progress);
    waiting.delete(answer.id);
    if ('error' in answer)
      asked?.reject(answer.isOffline ? new TypeError(answer.error) : new DeviceStudioFailed(answer.error));
    else if (asked) asked.resolve(answer);
    else if ('portrait' in answer) [answer.portrait, answer.before].forEach((picture) => picture.close());
  }

  function begin(): Worker {
    const begun = new Worker(new URL('../../../../backend/studio/browser/worker.ts', import.meta.url), {
      type: 'module',
      name: 'device-studio',
    });
    begun.addEventListener('message', ({ data }: MessageEvent<Answer>) => take(data));
    begun.addEventListener('messageerror', () => breakDown(new DeviceStudioFailed('an answer could not be read')));
    // A script that never came gives an event without a message.
    begun.addEventListener('error', ({ message }) =>
      breakDown(message ? new DeviceStudioFailed(message) : new TypeError('the worker could not be fetched')),
    );
    return begun;
  }

  function ask(question: StudioQuestion, { onProgress, transfer = [] }: AskOptions = {}): Promise<Answer> {
    if (isBroken) return Promise.reject(new DeviceStudioFailed('broken'));
    worker ??= begin();
    const id = (count += 1);
    const answered = new Promise<Answer>((resolve, reject) =>
      waiting.set(id, { resolve, reject, ...(onProgress ? { onProgress } : {}) }),
    );
    worker.postMessage({ ...question, id } satisfies Question, transfer);
    return answered;
  }

  return { ask, stop };
}
