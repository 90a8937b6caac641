import { InspectionTooSlow, type ImageTrace, type PhotoInspection, type PhotoInspector } from '../../core/port.js';
import { requireFast, type MattingOptions } from '../models/matting-options.js';
export { UnfitNetwork } from '../models/matting-options.js';
import { InspectorProcess, type NoAnswer } from './inspector-process.js';

/** Settings of the photo check; all have sensible defaults. */
export interface PhotoInspectorOptions {
  /** Processes, and thereby photos checked at once. Default 2. About 300–450 MB each. */
  processes?: number;
  /** Processor time for one try of a check, in milliseconds; there are two at most. On a busy machine that takes longer. Default 20 000. */
  timeLimitMs?: number;
  /** Resident memory a process may use, in MiB. Default 896: a HEIC file of 48 megapixels needs 720 for a moment. */
  memoryLimitMb?: number;
  /** A network in place of the built-in person mask. Default null. */
  matting?: MattingOptions | null;
  /** Whether HEIC is decoded; else it is refused with the reason `heic`. Default true. */
  heic?: boolean;
}

/** The inspector was closed while a photo was waiting. */
export class InspectorClosed extends Error {
  constructor() {
    super('the photo inspector is closed');
    this.name = 'InspectorClosed';
  }
}

interface Slot {
  process: InspectorProcess | null;
}

/** Checks complete photos in child processes, as many at a time as there are processes; the others wait in the order they came. */
export class StudioPhotoInspector implements PhotoInspector {
  private readonly options: Required<PhotoInspectorOptions>;
  private readonly slots: Slot[];
  private readonly free: Slot[];
  private readonly waiting: { take(slot: Slot): void; drop(reason: Error): void }[] = [];
  private closed = false;

  constructor(options: PhotoInspectorOptions = {}) {
    this.options = {
      processes: 2,
      timeLimitMs: 20_000,
      memoryLimitMb: 896,
      matting: null,
      heic: true,
      ...withoutGaps(options),
    };
    this.slots = Array.from({ length: Math.max(1, this.options.processes) }, () => ({ process: null }));
    this.free = [...this.slots];
  }

  /** Process ids of the running children, for monitoring. */
  get processIds(): number[] {
    return this.slots.flatMap((s) => (s.process?.alive && s.process.pid !== undefined ? [s.process.pid] : []));
  }

  /** Has a process try the network that cuts people out, where there is one of the operator's own. @throws UnfitNetwork, or like `inspect` */
  async ready(): Promise<void> {
    const { matting } = this.options;
    if (matting)
      await this.hand(undefined, async (slot) => requireFast(matting, await this.processOf(slot).whenReady()));
  }

  /** @throws InspectionTooSlow, InspectorClosed, InspectorCannotStart, UnfitNetwork, or the signal's reason */
  inspect(photo: Buffer, { signal }: { signal?: AbortSignal } = {}): Promise<PhotoInspection> {
    return this.answerTo(signal, (child) => child.verdict(photo));
  }

  /** Throws like `inspect`. */
  trace(picture: Buffer, { signal }: { signal?: AbortSignal } = {}): Promise<ImageTrace> {
    return this.answerTo(signal, (child) => child.trace(picture));
  }

  /**
   * What a process says of a picture. Where it gives no answer a busy machine may be the reason: a fresh process tries once more.
   * A file of which two have died is damaged.
   */
  private answerTo<T>(
    signal: AbortSignal | undefined,
    ask: (child: InspectorProcess) => Promise<T | NoAnswer>,
  ): Promise<T | { ok: false; reason: 'damaged' }> {
    return this.hand(signal, async (slot) => {
      const first = await this.askOnce(slot, signal, ask);
      const answer = isNoAnswer(first) ? await this.askOnce(slot, signal, ask) : first;
      if (answer === 'timed_out') throw new InspectionTooSlow();
      return isNoAnswer(answer) ? { ok: false, reason: 'damaged' } : answer;
    });
  }

  private async askOnce<T>(
    slot: Slot,
    signal: AbortSignal | undefined,
    ask: (child: InspectorProcess) => Promise<T>,
  ): Promise<T> {
    const child = this.processOf(slot);
    await child.whenReady();
    const answer = await ask(child);
    signal?.throwIfAborted();
    if (this.closed) throw new InspectorClosed();
    return answer;
  }

  /** Waits for a free place and has it used. */
  private async hand<T>(signal: AbortSignal | undefined, use: (slot: Slot) => Promise<T>): Promise<T> {
    const slot = await this.acquire(signal);
    try {
      return await use(slot);
    } finally {
      this.release(slot);
    }
  }

  private acquire(signal: AbortSignal | undefined): Promise<Slot> {
    if (this.closed) return Promise.reject(new InspectorClosed());
    if (signal?.aborted) return Promise.reject(asError(signal.reason));
    const slot = this.free.pop();
    if (slot) return Promise.resolve(slot);
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        signal?.removeEventListener('abort', onAbort);
        const at = this.waiting.indexOf(entry);
        if (at >= 0) this.waiting.splice(at, 1);
        act();
      };
      const onAbort = (): void => settle(() => reject(asError(signal!.reason)));
      const entry = {
        take: (s: Slot): void => settle(() => resolve(s)),
        drop: (e: Error): void => settle(() => reject(e)),
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(entry);
    });
  }

  private release(slot: Slot): void {
    const [next] = this.waiting;
    if (next && !this.closed) next.take(slot);
    else this.free.push(slot);
  }

  private processOf(slot: Slot): InspectorProcess {
    if (!slot.process?.alive) slot.process = new InspectorProcess(this.options);
    return slot.process;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const entry of this.waiting.splice(0)) entry.drop(new InspectorClosed());
    await Promise.all(this.slots.map(async ({ process }) => process?.close()));
  }
}

const isNoAnswer = (answer: unknown): answer is NoAnswer => answer === 'died' || answer === 'timed_out';

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

function withoutGaps<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, v]) => v !== undefined)) as T;
}
