import {
  createStudioWorker,
  type AdvisedPhoto,
  type Answer,
  type DeviceJudgement,
  type FrameLook,
  type PhotosAdvice,
  type StudioWorker,
} from './studio-worker';

export type { AdvisedPhoto, DeviceJudgement, FaceLook, FrameLook } from './studio-worker';

/** A worker that nobody has asked for so long is ended: it holds hundreds of megabytes. Milliseconds. */
const IDLE = 60_000;
/** How long a verdict is waited for: a worker that takes longer hangs. Milliseconds. */
const JUDGING = 30_000;
/** How long a photo waits for the models to arrive before it goes to the server unseen; milliseconds. */
const PATIENCE = 6_000;

/** Judges photos on this device, where it can. Wherever it cannot, the server does. */
export interface FaceJudge {
  /** Fetches the models (about 2 MB, once). @returns whether this device can judge now */
  start(onProgress?: (share: number) => void): Promise<boolean>;
  /** @returns null where nothing can be said on this device, or not in time */
  judge(photo: Blob): Promise<DeviceJudgement | null>;
  /** What would make these photos a better set; null where this device cannot tell. */
  advise(photos: readonly AdvisedPhoto[]): Promise<PhotosAdvice | null>;
  /** What a picture of the camera shows; null likewise. The picture is closed. */
  look(frame: ImageBitmap): Promise<FrameLook | null>;
  /** Ends the worker; the next question begins anew. */
  stop(): void;
}

/** Customers who save data get the server's way: the models weigh as much as a photo. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true || typeof Worker !== 'function';

/** The result, or null where it takes longer; milliseconds. */
function within<Result>(time: number, result: Promise<Result>): Promise<Result | null> {
  return Promise.race([result, new Promise<null>((resolve) => setTimeout(() => resolve(null), time))]);
}

/** @param worker makes the answers; a test has its own */
export function createFaceJudge(worker: StudioWorker = createStudioWorker()): FaceJudge {
  let starting: Promise<boolean> | null = null;
  /** Over with the models' arrival, or when a photo has waited long enough for it: later photos do not wait again. */
  let patience: Promise<unknown> | null = null;
  let isReady = false;
  let judged = new WeakMap<Blob, Promise<DeviceJudgement | null>>();
  const listeners = new Set<(share: number) => void>();
  let asked = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  async function ask(...question: Parameters<StudioWorker['ask']>): Promise<Answer> {
    clearTimeout(idle);
    asked += 1;
    try {
      return await worker.ask(...question);
    } finally {
      asked -= 1;
      if (asked === 0) idle = setTimeout(end, IDLE);
    }
  }

  async function begin(): Promise<boolean> {
    if (savesData()) return false;
    const onProgress = (share: number) => listeners.forEach((tell) => tell(share));
    try {
      const answer = await ask({ ask: 'faces' }, { onProgress });
      return 'refusal' in answer && answer.refusal === null;
    } catch (error) {
      // Without a network it may work the next time.
      if (error instanceof TypeError) end();
      return false;
    }
  }

  function start(onProgress?: (share: number) => void): Promise<boolean> {
    if (onProgress) listeners.add(onProgress);
    starting ??= begin().then((can) => {
      listeners.clear();
      return (isReady = can);
    });
    return starting;
  }

  async function judgeNow(photo: Blob): Promise<DeviceJudgement | null> {
    await (patience ??= within(PATIENCE, start()));
    if (!isReady) return null;
    try {
      const answer = await within(JUDGING, ask({ ask: 'judge', photo }));
      if (!answer) end();
      return answer && 'judgement' in answer ? answer.judgement : null;
    } catch {
      return null;
    }
  }

  function judge(photo: Blob): Promise<DeviceJudgement | null> {
    const judgement = judged.get(photo) ?? judgeNow(photo);
    judged.set(photo, judgement);
    return judgement;
  }

  async function look(frame: ImageBitmap): Promise<FrameLook | null> {
    try {
      const answer = await ask({ ask: 'frame', frame }, { transfer: [frame] });
      return 'look' in answer ? answer.look : null;
    } catch {
      // Where it was never handed over.
      frame.close();
      return null;
    }
  }

  async function advise(photos: readonly AdvisedPhoto[]): Promise<PhotosAdvice | null> {
    if (photos.length === 0) return [];
    try {
      const answer = await ask({ ask: 'advice', photos: [...photos] });
      return 'advice' in answer ? answer.advice : null;
    } catch {
      return null;
    }
  }

  function end(): void {
    clearTimeout(idle);
    [starting, patience, isReady] = [null, null, false];
    worker.stop();
  }

  function stop(): void {
    judged = new WeakMap();
    end();
  }

  return { start, judge, advise, look, stop };
}
