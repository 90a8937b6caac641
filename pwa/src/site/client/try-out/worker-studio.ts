import type { Answer, Question } from '@bildnis/studio/browser';
import type { DevicePicture, DeviceStudio, Refusal } from './device-studio';

type Asked = Question extends infer Each ? (Each extends Question ? Omit<Each, 'id'> : never) : never;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  onProgress?: (share: number) => void;
}

/** What the worker could not do. */
class DeviceStudioFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DeviceStudioFailed';
  }
}

/** Makes previews in a worker, which is there from the first question until it is stopped. */
export function createDeviceStudio(): DeviceStudio {
  let worker: Worker | null = null;
  const waiting = new Map<number, Waiting>();
  let count = 0;

  function failAll(message: string): void {
    for (const { reject } of waiting.values()) reject(new DeviceStudioFailed(message));
    waiting.clear();
  }

  function stop(): void {
    worker?.terminate();
    worker = null;
    failAll('stopped');
  }

  function begin(): Worker {
    const begun = new Worker(new URL('../../../../../backend/studio/browser/worker.ts', import.meta.url), {
      type: 'module',
      name: 'device-studio',
    });
    begun.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const asked = waiting.get(data.id);
      if ('progress' in data) return asked?.onProgress?.(data.progress);
      waiting.delete(data.id);
      if ('error' in data)
        asked?.reject(data.isOffline ? new TypeError(data.error) : new DeviceStudioFailed(data.error));
      else asked?.resolve(data);
    });
    // Its script could not be fetched, or it ran out of memory: the next question begins anew.
    begun.addEventListener('error', ({ message }) => {
      worker = null;
      const isFetched = Boolean(message);
      for (const { reject } of waiting.values())
        reject(isFetched ? new DeviceStudioFailed(message) : new TypeError('the worker could not be fetched'));
      waiting.clear();
    });
    return begun;
  }

  function ask(question: Asked, onProgress?: (share: number) => void): Promise<Answer> {
    worker ??= begin();
    const id = (count += 1);
    const answered = new Promise<Answer>((resolve, reject) =>
      waiting.set(id, { resolve, reject, ...(onProgress ? { onProgress } : {}) }),
    );
    worker.postMessage({ ...question, id } satisfies Question);
    return answered;
  }

  const refusalIn = (answer: Answer): Refusal | null => ('refusal' in answer ? answer.refusal : null);

  return {
    start: async (onProgress) => (refusalIn(await ask({ ask: 'start' }, onProgress)) ? 'unsupported' : null),
    takePhoto: async (photo) => refusalIn(await ask({ ask: 'photo', photo })),
    async render(scene): Promise<DevicePicture> {
      const answer = await ask({ ask: 'scene', scene });
      if (!('portrait' in answer)) throw new DeviceStudioFailed('no picture');
      return { bitmap: answer.portrait, before: answer.before };
    },
    stop,
  };
}
