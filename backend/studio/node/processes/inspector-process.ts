import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ImageTrace, PhotoInspection } from '../../core/port.js';
import { entryFile } from './entry-file.js';
import { extraTimeMs, UnfitNetwork, type MattingOptions } from '../models/matting-options.js';
import { readFrames, TRACE, writeFrame, writeMark } from './frames.js';
import type { InspectorReady, InspectorSetup } from './inspector-child.js';
import { whenOverdue } from './patience.js';

/** Settings of one checking process. */
export interface ProcessOptions {
  /** Processor time a verdict may take, in milliseconds; a process that hangs is given up after as long. With a network of the operator's own what it takes is added. */
  timeLimitMs: number;
  /** Resident memory above which the process ends itself, in MiB; with a network of the operator's own what it takes is added. */
  memoryLimitMb: number;
  /** A network in place of the built-in person mask. */
  matting: MattingOptions | null;
  /** Whether HEIC is decoded. */
  heic: boolean;
}

/** The process ended before it was ready: a broken installation, not a broken photo. */
export class InspectorCannotStart extends Error {
  constructor(detail: string) {
    super(`the photo inspector could not start: ${detail}`);
    this.name = 'InspectorCannotStart';
  }
}

/** Why a picture got no answer: its process ended, or was ended when its time was over. */
export type NoAnswer = 'died' | 'timed_out';

/**
 * Nothing else of the environment: a process that touches strangers' files holds no secrets. This has glibc give the memory of a photo back
 * (200 MB less after ten photos); other systems do not know it.
 */
const FRUGAL = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '131072' };

/** One child process that checks one photo at a time. */
export class InspectorProcess {
  private readonly child: ChildProcess;
  private readonly frames: AsyncGenerator<Buffer | number>;
  private readonly ended: Promise<void>;
  private readonly ready: Promise<number>;
  private complaint = '';
  private photo = 0;
  private timeLimitMs: number;
  private isTimedOut = false;
  alive = true;

  constructor({ timeLimitMs, memoryLimitMb, matting, heic }: ProcessOptions) {
    this.timeLimitMs = timeLimitMs;
    const setup: InspectorSetup = { memoryLimitMb, matting, heic };
    this.child = spawn(
      process.execPath,
      ['--max-old-space-size=256', entryFile('inspector-child'), JSON.stringify(setup)],
      {
        stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
        env: FRUGAL,
      },
    );
    this.ended = new Promise((resolve) => {
      const end = (): void => {
        this.alive = false;
        resolve();
      };
      this.child.once('exit', end);
      this.child.once('error', (error) => {
        this.complaint += error.message;
        end();
      });
    });
    // A pipe to a dead process breaks; the exit says so already.
    this.input.on('error', () => {});
    this.child.stderr!.on(
      'data',
      (chunk: Buffer) => (this.complaint = (this.complaint + chunk.toString()).slice(-2000)),
    );
    this.frames = readFrames(this.child.stdio[3] as Readable);
    this.ready = this.awaitReady();
    this.ready.catch(() => {});
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  private get input(): Writable {
    return this.child.stdin!;
  }

  private async awaitReady(): Promise<number> {
    const first = await this.nextFrame();
    if (first === null) throw new InspectorCannotStart(this.complaint.trim() || 'it ended at once');
    const ready = JSON.parse(first.toString('utf8')) as InspectorReady;
    if ('unfit' in ready) throw new UnfitNetwork(ready.unfit);
    this.timeLimitMs += extraTimeMs(ready.lookMs, 1);
    return ready.lookMs;
  }

  /** The next answer, or null when the process has ended. */
  private async nextFrame(): Promise<Buffer | null> {
    const next = this.frames.next().catch(() => ({ done: true, value: undefined }) as const);
    const frame = await next;
    return frame.done || typeof frame.value === 'number' || frame.value === undefined ? null : frame.value;
  }

  /** @returns how long one look of the operator's network takes, in milliseconds; 0 without one. @throws InspectorCannotStart, UnfitNetwork */
  whenReady(): Promise<number> {
    return this.ready;
  }

  /** Sends a photo and waits for the verdict. */
  verdict(photo: Buffer): Promise<PhotoInspection | NoAnswer> {
    return this.ask(
      photo,
      0,
      async ({ inspection }: { inspection: PhotoInspection }): Promise<PhotoInspection | null> => {
        if (!inspection.ok) return inspection;
        const jpeg = await this.nextFrame();
        // A copy of its own: the frame may share memory with the pipe's buffer.
        return jpeg && { ...inspection, jpeg: Buffer.from(jpeg) };
      },
    );
  }

  /** Sends a picture and waits for its traces, as `verdict` does. */
  trace(picture: Buffer): Promise<ImageTrace | NoAnswer> {
    return this.ask(picture, TRACE, ({ trace }: { trace: ImageTrace }) => Promise.resolve(trace));
  }

  private async ask<A, T>(bytes: Buffer, mark: number, read: (answer: A) => Promise<T | null>): Promise<T | NoAnswer> {
    this.photo++;
    const stopWaiting = whenOverdue(this.pid, this.timeLimitMs, () => {
      this.isTimedOut = true;
      this.kill();
    });
    try {
      if (this.alive) await this.send(bytes, mark);
      const frame = await this.nextFrame();
      const answer = frame && (JSON.parse(frame.toString('utf8')) as A & { photo: number });
      if (answer && answer.photo !== this.photo) {
        await this.close();
        throw new Error(`the verdict on photo ${answer.photo} came for photo ${this.photo}`);
      }
      const result = answer && (await read(answer));
      // The answers' pipe ends a moment before the process is known to be gone; the next photo must not meet the dead one.
      if (result === null) await this.close();
      return result ?? (this.isTimedOut ? 'timed_out' : 'died');
    } finally {
      stopWaiting();
    }
  }

  /** Resolves when the pipe has taken everything. A dead process takes everything. */
  private async send(bytes: Buffer, mark: number): Promise<void> {
    await Promise.race([writeFrame(this.input, bytes).catch(() => {}), this.ended]);
    if (this.alive) writeMark(this.input, mark);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Ends the process and waits until it is gone. */
  async close(): Promise<void> {
    this.kill();
    await this.ended;
  }
}
