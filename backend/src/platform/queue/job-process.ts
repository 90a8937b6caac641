import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import type { EndedAttempt } from './job-metrics.js';
import type { QueueName } from './topics.js';

/** The program that runs one job and ends. Its arguments are the id of the job, and how long it may take to end once it is asked to, in milliseconds. Null where suspects run with all others, as in a test's own process. */
export const JOB_PROGRAM = Symbol('JOB_PROGRAM');

/** Each takes at least the memory of a worker that does little. No queue takes more than its share, so that emails seldom wait for trainings. */
const AT_ONCE = 6;
const OF_ONE_QUEUE = 2;

/** How often a child says that it gets on, and how long it may take to begin its job, milliseconds. */
export const BEAT_MS = 500;
const BOOT_MS = 60_000;
/** How much earlier than this process a child ends that is asked to, milliseconds. */
const ENDS_EARLIER_MS = 2_000;
const LEAST_TIME_MS = 1_000;

/** What a child tells. */
export type ChildMessage = { type: 'beat' } | { type: 'begun' } | { type: 'ended'; attempt: EndedAttempt };

export interface ChildEnd {
  /** False where the process ended before its job was begun: that is not the job's doing. */
  hasBegun: boolean;
  /** Null where nothing is known of how it ended, since this process ends. */
  attempt: EndedAttempt | null;
}

/** Runs jobs that may kill their process, each in one of its own. */
@Injectable()
export class JobProcess {
  private readonly logger = new Logger('jobs');
  private readonly running = new Map<ChildProcess, QueueName>();
  private isStopping = false;

  constructor(
    @Inject(JOB_PROGRAM) private readonly program: string | null,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get isAvailable(): boolean {
    return this.program !== null;
  }

  hasRoomFor(queue: QueueName): boolean {
    const ofQueue = [...this.running.values()].filter((one) => one === queue).length;
    return this.isAvailable && !this.isStopping && this.running.size < AT_ONCE && ofQueue < OF_ONE_QUEUE;
  }

  /** Resolves once the process has ended, however it did: the row of the job says what came of it. */
  async run(jobId: string, topic: string, queue: QueueName): Promise<ChildEnd> {
    const begun = performance.now();
    const child = fork(this.program!, [jobId, String(this.childShutdownMs)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.running.set(child, queue);
    this.logger.warn({ jobId, topic, pid: child.pid }, 'may have ended its process: runs in one of its own');
    let attempt: EndedAttempt | null = null;
    let hasBegun = false;
    const watch = this.killWhenSilent(child, jobId);
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'begun') hasBegun = true;
      if (message.type === 'ended') attempt = message.attempt;
      // Until its job has begun it has its time to boot, and no more.
      if (hasBegun) watch.heard();
    });
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      if (attempt || this.isStopping) return { hasBegun, attempt };
      if (!hasBegun) {
        if (code !== 0) this.logger.warn({ jobId, topic, code, signal }, 'its process ended before the job was begun');
        return { hasBegun, attempt: null };
      }
      this.logger.error({ jobId, topic, code, signal }, 'has ended its own process');
      return { hasBegun, attempt: { topic, outcome: 'died', ms: Math.round(performance.now() - begun) } };
    } finally {
      watch.stop();
      this.running.delete(child);
    }
  }

  /** Asks all to end: they hand their jobs back as this process does, and earlier than it must. One that hangs cannot. */
  async end(): Promise<void> {
    this.isStopping = true;
    const ends = [...this.running.keys()].map(async (child) => {
      const end = once(child, 'exit');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), this.childShutdownMs + LEAST_TIME_MS);
      await end;
      clearTimeout(force);
    });
    await Promise.all(ends);
  }

  private get childShutdownMs(): number {
    return Math.max(LEAST_TIME_MS, this.config.shutdownMs - ENDS_EARLIER_MS);
  }

  /** A process that hangs renews no lease: its job is for others, and it would never end. */
  private killWhenSilent(child: ChildProcess, jobId: string): { heard: () => void; stop: () => void } {
    let isDoubted = false;
    const kill = () => {
      // After a standstill of this process what it was told meanwhile has still to be read.
      if (!isDoubted) {
        isDoubted = true;
        timer = setTimeout(kill, BEAT_MS * 2);
        return;
      }
      this.logger.error({ jobId, pid: child.pid }, 'hangs: its process is killed');
      child.kill('SIGKILL');
    };
    let timer = setTimeout(kill, BOOT_MS);
    const stop = () => clearTimeout(timer);
    const heard = () => {
      stop();
      isDoubted = false;
      timer = setTimeout(kill, this.config.jobs.leaseMs + BEAT_MS);
    };
    return { heard, stop };
  }
}
