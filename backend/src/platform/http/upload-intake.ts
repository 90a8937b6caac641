import { readUpload, release, UploadStalled } from './read-upload.js';
import type { Upload } from './upload.js';

export interface IntakeLimits {
  /** Bytes of all uploads that are taken in or worked on at a time. */
  roomBytes: number;
  /** Uploads of one owner among them. */
  perOwner: number;
  /** Longest time without a byte, in milliseconds. */
  silenceMs: number;
  /** Time after which an upload that still comes in makes room for who waits, in milliseconds. */
  longestMs: number;
}

const LIMITS: IntakeLimits = { roomBytes: 64_000_000, perOwner: 3, silenceMs: 30_000, longestMs: 300_000 };

export interface IntakeRequest {
  /** Whose upload it is; nobody's have no share of their own. */
  owner?: string;
  maxBytes: number;
  signal: AbortSignal;
  /** Hears of each piece as it comes. */
  onChunk?: (chunk: Buffer) => void;
}

/** One upload and the room reserved for it. */
interface Place {
  owner: string | undefined;
  bytes: number;
  overdue: boolean;
  end(reason: Error): void;
}

interface Waiting {
  place: Place;
  enter(): void;
}

/**
 * Takes uploads in whole before anything is done with them, so that a slow one holds nothing but its own room. Who finds no room waits
 * unread: whoever has the fewest under way comes first, among equals whoever came first.
 */
export class UploadIntake {
  private readonly limits: IntakeLimits;
  private readonly waiting = new Set<Waiting>();
  private readonly inside = new Set<Place>();

  constructor(limits: Partial<IntakeLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** Bytes reserved at present. */
  get reserved(): number {
    return [...this.inside].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Hands on the complete bytes of an upload; they are gone and their room is free when `use` has ended.
   * @throws AppError `file_too_large`, UploadStalled, the stream's own error, the signal's reason, and whatever `use` throws
   */
  async take<T>({ file, declaredBytes }: Upload, { owner, maxBytes, signal, onChunk }: IntakeRequest, use: (bytes: Buffer) => Promise<T>): Promise<T> {
    const ending = new AbortController();
    const end = (reason: Error): void => ending.abort(reason);
    // The listener stays: a stream may still break while the upload waits, and after it was given up.
    file.on('error', end);
    const ended = AbortSignal.any([signal, ending.signal]);
    const place: Place = { owner, bytes: Math.min(declaredBytes ?? maxBytes, maxBytes), overdue: false, end };
    await this.admission(place, ended);
    try {
      const bytes = await this.read(place, () => readUpload(file, { maxBytes: place.bytes, silenceMs: this.limits.silenceMs, signal: ended, onChunk }));
      return await use(bytes).finally(() => release(bytes));
    } finally {
      this.inside.delete(place);
      this.advance();
    }
  }

  private admission(place: Place, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      this.waiting.delete(entry);
      reject(signal.reason);
      this.advance();
    };
    const entry: Waiting = {
      place,
      enter: () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      },
    };
    signal.addEventListener('abort', onAbort);
    this.waiting.add(entry);
    this.advance();
    return promise;
  }

  /** Lets in whoever is next, until there is no room for them: nobody smaller passes, or a large one would wait for ever. */
  private advance(): void {
    for (let next = this.next(); next; next = this.next()) {
      if (this.reserved + next.place.bytes > this.limits.roomBytes) {
        // One at a time: the room of the longest one may do.
        for (const place of this.inside) if (place.overdue) return place.end(new UploadStalled());
        return;
      }
      this.waiting.delete(next);
      this.inside.add(next.place);
      next.enter();
    }
  }

  private next(): Waiting | undefined {
    let first: Waiting | undefined;
    let fewest = this.limits.perOwner;
    for (const each of this.waiting) {
      const underWay = this.underWay(each.place.owner);
      if (underWay >= fewest) continue;
      first = each;
      fewest = underWay;
    }
    return first;
  }

  private underWay(owner: string | undefined): number {
    return owner === undefined ? 0 : [...this.inside].filter((place) => place.owner === owner).length;
  }

  /** Only what still comes in can be overdue; what is complete is not its sender's affair any more. */
  private async read<T>(place: Place, read: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      place.overdue = true;
      this.advance();
    }, this.limits.longestMs);
    try {
      return await read();
    } finally {
      clearTimeout(timer);
      place.overdue = false;
    }
  }
}
