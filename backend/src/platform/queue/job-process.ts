import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import type { EndedAttempt } from './job-metrics.js';
import type { QueueName } from './topics.js';

/** The program that runs one job, whose id is its argument, and ends. Null where suspects run with all others, as in a test's own process. */
export const JOB_PROGRAM = Symbol('JOB_PROGRAM');

/** Each takes at least the memory of a worker that does little. No queue takes all: an email never waits for trainings. */
const AT_ONCE = 6;
const OF_ONE_QUEUE = 2;

/** How often a child says that it gets on, and how long it may take to begin, milliseconds. */
export const BEAT_MS = 500;
const BOOT_MS = 60_000;
/** How long it has to hand its job back when it is asked to end, milliseconds. */
const ENDS_WITHIN_MS = 5_000;

/** What a child tells. */
export type ChildMessage = { type: 'ready' } | { type: 'beat' } | { type: 'ended'; attempt: EndedAttempt };

/** Runs jobs that may kill their process, each in one of its own. */
@Injectable()
export class JobProcess implements BeforeApplicationShutdown {
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

  /**
   * Resolves once the process has ended, however it did: the row of the job says what came of it.
   * @returns how the attempt ended; null where none was begun
   */
  async run(jobId: string, topic: string, queue: QueueName): Promise<EndedAttempt | null> {
    const begun = performance.now();
    const child = fork(this.program!, [jobId], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.running.set(child, queue);
    this.logger.warn({ jobId, topic, pid: child.pid }, 'may have ended its process: runs in one of its own');
    let attempt: EndedAttempt | null = null;
    const watch = this.killWhenSilent(child, jobId);
    child.on('message', (message: ChildMessage) => {
      watch.heard();
      if (message.type === 'ended') attempt = message.attempt;
    });
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      if (attempt || code === 0 || this.isStopping) return attempt;
      this.logger.error({ jobId, topic, code, signal }, 'has ended its own process');
      return { topic, outcome: 'died', ms: Math.round(performance.now() - begun) };
    } finally {
      watch.stop();
      this.running.delete(child);
    }
  }

  /** They hand their jobs back as this process does; one that hangs cannot. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const ends = [...this.running.keys()].map(async (child) => {
      const end = once(child, 'exit');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
      await end;
      clearTimeout(force);
    });
    await Promise.all(ends);
  }

  /** A process that hangs renews no lease: its job is for others, and it would never end. */
  private killWhenSilent(child: ChildProcess, jobId: string): { heard: () => void; stop: () => void } {
    const kill = () => {
      this.logger.error({ jobId, pid: child.pid }, 'hangs: its process is killed');
      child.kill('SIGKILL');
    };
    let timer = setTimeout(kill, BOOT_MS);
    const stop = () => clearTimeout(timer);
    const heard = () => {
      stop();
      timer = setTimeout(kill, this.config.jobs.leaseMs + BEAT_MS);
    };
    return { heard, stop };
  }
}
