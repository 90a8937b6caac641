import type { FaceJudge } from '~/lib/device-studio/face-judge';
import type { QueueState } from './queue-state';
import type { UploadQueue } from './upload-queue';

export type LaterQueue = ReturnType<typeof createLaterQueue>;

/**
 * The line of photos before its code is there, which is fetched with the first photo step: shows what the draft has, and hands over
 * what is asked of it meanwhile.
 */
export function createLaterQueue(first: QueueState) {
  const listeners = new Set<() => void>();
  let queue: UploadQueue | null = null;
  let fillWith: (queue: UploadQueue) => void;
  let judge: FaceJudge | null = null;
  const filled = new Promise<UploadQueue>((resolve) => (fillWith = resolve));

  return {
    state: () => queue?.state() ?? first,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Goes on with this one, for as long as the photo step is shown. */
    run(create: (first: QueueState) => UploadQueue): () => void {
      if (!queue) {
        queue = create(first);
        queue.subscribe(() => listeners.forEach((listener) => listener()));
        fillWith(queue);
      }
      queue.start();
      return queue.stop;
    },
    /** One judge for the whole visit: the photo step may be shown again while it still judges for the last one. */
    judge: (create: () => FaceJudge): FaceJudge => (judge ??= create()),
    /** Resolves once there is somebody to take the files, which go on from there by themselves. */
    async handOver(files: readonly File[]): Promise<void> {
      const taker = await filled;
      void taker.add(files);
    },
    retry: async (key: string) => (await filled).retry(key),
    remove: async (key: string) => (await filled).remove(key),
    removeRejected: async () => (await filled).removeRejected(),
    undo: async () => (await filled).undo(),
    tryNow: () => queue?.tryNow(),
  };
}
