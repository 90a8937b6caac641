import type { Readable } from 'node:stream';
import type { ImageTrace, PhotoInspection, PhotoInspector } from '../../port.js';
import { InspectorProcess } from './inspector-process.js';

/** Settings of the photo check; all have sensible defaults. */
export interface PhotoInspectorOptions {
  /** Processes, and thereby photos checked at once. Default 2. About 300–450 MB each. */
  processes?: number;
  /** Longest time for one check, in milliseconds. Default 20 000. */
  timeLimitMs?: number;
  /** Longest silence of an upload before it is given up, in milliseconds. Default 30 000. */
  stallMs?: number;
  /** Resident memory a process may use, in MiB. Default 768: a progressive file of 50 megapixels needs it for a moment. */
  memoryLimitMb?: number;
  /** Most bytes of one photo. Default 32 MiB; the caller's own limit is usually lower. */
  maxBytes?: number;
}

/** The upload ended or stood still before the photo was complete. */
export class UploadStalled extends Error {
  constructor() {
    super('no data arrived for too long');
    this.name = 'UploadStalled';
  }
}

/** The inspector was closed while a photo was waiting. */
export class InspectorClosed extends Error {
  constructor() {
    super('the photo inspector is closed');
    this.name = 'InspectorClosed';
  }
}

interface Refused {
  ok: false;
  reason: 'damaged';
}

interface Slot {
  process: InspectorProcess | null;
}

/**
 * Checks photos in child processes. At most as many uploads are read as there are processes; the others wait unread, so memory
 * stays flat however many arrive at once.
 */
export class StudioPhotoInspector implements PhotoInspector {
  private readonly options: Required<PhotoInspectorOptions>;
  private readonly slots: Slot[];
  private readonly free: Slot[];
  private readonly waiting: { take(slot: Slot): void; drop(reason: Error): void }[] = [];
  private closed = false;

  constructor(options: PhotoInspectorOptions = {}) {
    this.options = { processes: 2, timeLimitMs: 20_000, stallMs: 30_000, memoryLimitMb: 768, maxBytes: 32 * 1024 * 1024, ...withoutGaps(options) };
    this.slots = Array.from({ length: Math.max(1, this.options.processes) }, () => ({ process: null }));
    this.free = [...this.slots];
  }

  /** Process ids of the running children, for monitoring. */
  get processIds(): number[] {
    return this.slots.flatMap((s) => (s.process?.alive && s.process.pid !== undefined ? [s.process.pid] : []));
  }

  /** @throws UploadStalled, InspectorClosed, InspectorCannotStart, the stream's own error, or the signal's reason */
  inspect(source: Readable | Buffer, { signal }: { signal?: AbortSignal } = {}): Promise<PhotoInspection> {
    return this.hand(source, signal, (child) => child.verdict());
  }

  /** Throws like `inspect`. */
  trace(source: Readable | Buffer, { signal }: { signal?: AbortSignal } = {}): Promise<ImageTrace> {
    return this.hand(source, signal, (child) => child.trace());
  }

  /** Sends a picture to a free process and has it answer. */
  private async hand<T>(source: Readable | Buffer, signal: AbortSignal | undefined, ask: (child: InspectorProcess) => Promise<T>): Promise<T | Refused> {
    const guard = new AbortController();
    const onAbort = (): void => guard.abort(signal!.reason);
    const onError = (error: Error): void => guard.abort(error);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    if (!Buffer.isBuffer(source)) source.on('error', onError);
    try {
      const slot = await this.acquire(guard.signal);
      try {
        return await this.check(slot, source, guard.signal, ask);
      } finally {
        this.release(slot);
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      // The error listener stays: a stream may still break later, and nobody else listens. What is left unread is let go.
      if (!Buffer.isBuffer(source) && !source.destroyed) source.resume();
    }
  }

  private acquire(signal: AbortSignal): Promise<Slot> {
    if (this.closed) return Promise.reject(new InspectorClosed());
    if (signal.aborted) return Promise.reject(asError(signal.reason));
    const slot = this.free.pop();
    if (slot) return Promise.resolve(slot);
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        signal.removeEventListener('abort', onAbort);
        const at = this.waiting.indexOf(entry);
        if (at >= 0) this.waiting.splice(at, 1);
        act();
      };
      const onAbort = (): void => settle(() => reject(asError(signal.reason)));
      const entry = { take: (s: Slot): void => settle(() => resolve(s)), drop: (e: Error): void => settle(() => reject(e)) };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(entry);
    });
  }

  private release(slot: Slot): void {
    const [next] = this.waiting;
    if (next && !this.closed) next.take(slot);
    else this.free.push(slot);
  }

  private async check<T>(slot: Slot, source: Readable | Buffer, signal: AbortSignal, ask: (child: InspectorProcess) => Promise<T>): Promise<T | Refused> {
    const child = this.processOf(slot);
    await child.whenReady();
    try {
      const complete = await this.feed(child, source, signal);
      signal.throwIfAborted();
      if (!complete) {
        child.abort();
        return { ok: false, reason: 'damaged' };
      }
    } catch (error) {
      child.abort();
      throw asError(error);
    }
    const verdict = await ask(child);
    signal.throwIfAborted();
    if (this.closed) throw new InspectorClosed();
    return verdict;
  }

  private processOf(slot: Slot): InspectorProcess {
    if (!slot.process?.alive) slot.process = new InspectorProcess(this.options);
    return slot.process;
  }

  /** Hands the upload on, piece by piece. False when it is larger than allowed. */
  private async feed(child: InspectorProcess, source: Readable | Buffer, signal: AbortSignal): Promise<boolean> {
    if (Buffer.isBuffer(source)) {
      if (source.length > this.options.maxBytes) return false;
      await child.feed(source);
      return true;
    }
    let total = 0;
    const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
    for (;;) {
      const next = await this.nextChunk(chunks, signal);
      if (next.done) return true;
      total += next.value.length;
      if (total > this.options.maxBytes) return false;
      await child.feed(next.value);
    }
  }

  private async nextChunk(chunks: AsyncIterator<Buffer>, signal: AbortSignal): Promise<IteratorResult<Buffer>> {
    signal.throwIfAborted();
    let cleanUp = (): void => {};
    const interrupted = new Promise<never>((_, reject) => {
      const timer = setTimeout(() => reject(new UploadStalled()), this.options.stallMs);
      const onAbort = (): void => reject(asError(signal.reason));
      signal.addEventListener('abort', onAbort, { once: true });
      cleanUp = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
    });
    const next = chunks.next();
    next.catch(() => {});
    try {
      return await Promise.race([next, interrupted]);
    } finally {
      cleanUp();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const entry of this.waiting.splice(0)) entry.drop(new InspectorClosed());
    await Promise.all(this.slots.map((s) => s.process?.close()));
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

function withoutGaps<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, v]) => v !== undefined)) as T;
}
