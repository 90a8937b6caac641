import { AppError } from '../errors/index.js';
import { UploadPace } from './upload-pace.js';
import { PIECE_BYTES, readUpload, release, UploadTooSlow } from './read-upload.js';
import { RoomView, type Place } from './upload-room.js';
import type { Upload } from './upload.js';

export interface IntakeLimits {
  /** Bytes of all uploads that are taken in or worked on at a time. */
  roomBytes: number;
  /** Uploads of one owner that are read or worked on at a time. */
  perOwner: number;
  /** Uploads of one owner that wait unread besides, and of all together. */
  waitingPerOwner: number;
  waiting: number;
  /** Longest time without a byte, in milliseconds. */
  silenceMs: number;
  /** What has to come in of all uploads of an owner together: so many bytes in so many milliseconds, time in which we let them wait not counted. */
  least: { bytes: number; ms: number };
}

/** What still counts as a connection: so many bytes in so many milliseconds, 4 kB/s. */
export const LEAST_RATE = { bytes: 80_000, ms: 20_000 } as const;
const LIMITS: IntakeLimits = {
  roomBytes: 64_000_000,
  perOwner: 3,
  waitingPerOwner: 24,
  waiting: 256,
  silenceMs: 30_000,
  least: LEAST_RATE,
};
/** How often pace is taken. A longer step was our own delay, and counts as this at most; milliseconds. */
const STEP_MS = 500;
const LONGEST_STEP_MS = 1_000;
/** How far back the pace of one upload is looked at, in milliseconds. */
const PACE_MS = 5_000;
/** How long somebody has to have waited in all before another upload is ended for them: mostly room comes free by itself. Milliseconds. */
const PATIENCE_MS = 4_000;

export interface IntakeRequest {
  /** Whose upload it is; of strangers each upload stands for itself. */
  owner?: string;
  /** The network it comes from. */
  address?: string;
  maxBytes: number;
  signal: AbortSignal;
  /** Hears of each piece as it comes. */
  onChunk?: (chunk: Buffer) => void;
}

interface Entry extends Place {
  status: Place['status'];
  silentMs: number;
  waitedMs: number;
  go(): void;
  end(reason: Error): void;
}

/**
 * Takes uploads in whole before anything is done with them, so that a slow one holds nothing but its own room. Who finds no room is not
 * read on meanwhile. What always holds:
 * - All room together is never more than `roomBytes`. An upload has room for what has arrived and one piece (64 KiB); a declared length gives none.
 * - An upload ends if it is silent for 30 s, or if less than 4 kB/s come in of all uploads of its owner together, over 20 s. Time in which we do not read is not counted.
 * - Half of the room is shared out among the addresses that upload, and what an address has among its owners: many people behind one
 *   address have less that is safe, but the other half goes to who is fast, wherever they come from.
 * - Where there is no room for all, and somebody has waited for 4 s, an upload may be ended that has more than its share: first what is slow (needs more than 30 s to its end), the slowest
 *   first; what is fast only where nobody else could go on. Never one within its share.
 * - Somebody can always go on: room is only given where the fast ones can still be completed one after the other.
 */
export class UploadIntake {
  private readonly limits: IntakeLimits;
  private readonly entries = new Set<Entry>();
  private readonly owners = new Map<Entry['owner'], UploadPace>();
  private turns = 0;
  private timer: NodeJS.Timeout | undefined;
  private steppedAt = 0;

  constructor(limits: Partial<IntakeLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** Bytes of room that are given at present. */
  get held(): number {
    return [...this.entries].reduce((sum, { held }) => sum + held, 0);
  }

  /**
   * Hands on the complete bytes of an upload; they are gone and their room is free when `use` has ended.
   * @throws AppError `file_too_large`, `unavailable` where too many wait, UploadTooSlow, the stream's own error, the signal's reason, and whatever `use` throws
   */
  async take<T>(
    { file, declaredBytes }: Upload,
    { owner, address = '', maxBytes, signal, onChunk }: IntakeRequest,
    use: (bytes: Buffer) => Promise<T>,
  ): Promise<T> {
    const ending = new AbortController();
    // The listener stays: a stream may still break while the upload waits, and after it was given up.
    file.on('error', (error) => ending.abort(error));
    const ended = AbortSignal.any([signal, ending.signal]);
    ended.throwIfAborted();
    const entry: Entry = {
      turn: (this.turns += 1),
      owner: owner ?? Symbol(address),
      address,
      maxBytes: Math.min(declaredBytes ?? maxBytes, maxBytes),
      pace: new UploadPace(PACE_MS),
      held: 0,
      arrived: 0,
      asked: 0,
      silentMs: 0,
      waitedMs: 0,
      status: 'waiting',
      go: () => undefined,
      end: (reason) => {
        entry.status = 'leaving';
        ending.abort(reason);
      },
    };
    this.enter(entry);
    try {
      await this.admission(entry, ended);
      const hear = (chunk: Buffer): void => (this.heard(entry, chunk.length), onChunk?.(chunk));
      const bytes = await readUpload(file, {
        maxBytes: entry.maxBytes,
        signal: ended,
        onChunk: hear,
        room: (upTo, go) => this.ask(entry, upTo, go),
      });
      try {
        entry.status = 'working';
        entry.held = bytes.length;
        this.advance();
        return await use(bytes);
      } finally {
        release(bytes);
      }
    } finally {
      this.leave(entry);
    }
  }

  /** The first piece of room. */
  private admission(entry: Entry, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    entry.asked = Math.min(PIECE_BYTES, entry.maxBytes);
    entry.go = resolve;
    this.advance();
    return promise;
  }

  private enter(entry: Entry): void {
    const waiting = [...this.entries].filter(({ status }) => status === 'waiting');
    const beside = (entry: Entry): number => waiting.filter((other) => lineOf(other) === lineOf(entry)).length;
    if (beside(entry) >= this.limits.waitingPerOwner) throw tooMany();
    this.entries.add(entry);
    if (!this.owners.has(entry.owner)) this.owners.set(entry.owner, new UploadPace(this.limits.least.ms));
    if (waiting.length >= this.limits.waiting) {
      const most = [...waiting, entry].toSorted((a, b) => beside(b) - beside(a) || b.turn - a.turn)[0]!;
      if (most === entry) {
        this.leave(entry);
        throw tooMany();
      }
      most.end(tooMany());
    }
    if (this.timer) return;
    this.steppedAt = performance.now();
    this.timer = setInterval(() => this.step(), STEP_MS).unref();
  }

  private leave(entry: Entry): void {
    this.entries.delete(entry);
    if (![...this.entries].some(({ owner }) => owner === entry.owner)) this.owners.delete(entry.owner);
    if (this.entries.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    this.advance();
  }

  private heard(entry: Entry, bytes: number): void {
    entry.arrived += bytes;
    entry.silentMs = 0;
    entry.pace.heard(bytes);
    this.owners.get(entry.owner)!.heard(bytes);
  }

  private ask(entry: Entry, upTo: number, go: () => void): void {
    if (entry.status === 'leaving') return;
    if (upTo <= entry.held) return go();
    entry.status = 'asking';
    entry.asked = upTo - entry.held;
    entry.go = go;
    this.advance();
  }

  /** Lets everybody on who can be; where nobody can, somebody may have to leave for them. */
  private advance(): void {
    for (let next = this.next(); next; next = this.next()) {
      next.held += next.asked;
      next.asked = 0;
      next.status = 'reading';
      next.go();
    }
  }

  private next(): Entry | undefined {
    const view = new RoomView([...this.entries], this.limits.roomBytes);
    const askers = view
      .askers()
      .filter((place) => place.status === 'asking' || this.underWay(place.owner) < this.limits.perOwner) as Entry[];
    const next = askers.find((asker) => view.fits(asker) && view.isSafe(asker));
    if (next || askers.length === 0) return next;
    // One at a time: the room of the first may do.
    if ([...this.entries].some(({ status, held }) => status === 'leaving' && held > 0)) return undefined;
    const patient = askers.filter(({ waitedMs }) => waitedMs >= PATIENCE_MS);
    const slow = patient
      .filter((asker) => view.isSafe(asker))
      .map((asker) => view.slowBeyondShare(asker))
      .find(Boolean);
    const leaving =
      slow ??
      (view.moves || patient.length === 0
        ? undefined
        : view.last(askers.find(({ status }) => status === 'asking') ?? askers[0]!));
    (leaving as Entry | undefined)?.end(new UploadTooSlow());
    return undefined;
  }

  private underWay(owner: Entry['owner']): number {
    return [...this.entries].filter((entry) => entry.owner === owner && entry.held > 0).length;
  }

  /** Time goes by for those that are read. */
  private step(): void {
    const now = performance.now();
    const ms = Math.min(now - this.steppedAt, LONGEST_STEP_MS);
    this.steppedAt = now;
    for (const entry of this.entries) if (entry.status === 'waiting' || entry.status === 'asking') entry.waitedMs += ms;
    const reading = [...this.entries].filter(({ status }) => status === 'reading');
    for (const entry of reading) {
      entry.pace.step(ms);
      entry.silentMs += ms;
      if (entry.silentMs >= this.limits.silenceMs) entry.end(new UploadTooSlow());
    }
    for (const owner of new Set(reading.map((entry) => entry.owner))) {
      const pace = this.owners.get(owner)!;
      pace.step(ms);
      if (pace.measuredMs < this.limits.least.ms || pace.bytes >= this.limits.least.bytes) continue;
      for (const entry of reading)
        if (entry.owner === owner && entry.status === 'reading') entry.end(new UploadTooSlow());
    }
    this.advance();
  }
}

/** Of strangers those from one address wait in one line. */
const lineOf = ({ owner, address }: Place): string => (typeof owner === 'symbol' ? address : owner);

const tooMany = (): AppError => new AppError('unavailable', { detail: 'too many uploads wait', retryAfterSeconds: 10 });

/** Takes in what strangers send, in a room of its own: customers never wait for them. */
export class PublicUploadIntake extends UploadIntake {}
