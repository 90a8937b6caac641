import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';

/** The program that runs one job, whose id is its argument, and ends. Null where suspects run with all others, as in a test's own process. */
export const JOB_PROGRAM = Symbol('JOB_PROGRAM');

/** Each takes the memory of a worker that does little. */
const AT_ONCE = 2;

/** Runs jobs that may kill their process, each in one of its own. */
@Injectable()
export class JobProcess implements BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly running = new Set<ChildProcess>();

  constructor(@Inject(JOB_PROGRAM) private readonly program: string | null) {}

  get isAvailable(): boolean {
    return this.program !== null;
  }

  get isBusy(): boolean {
    return this.running.size >= AT_ONCE;
  }

  /** Resolves once the process has ended, however it did: the row of the job says what came of it. */
  async run(jobId: string): Promise<void> {
    const child = fork(this.program!, [jobId], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.running.add(child);
    this.logger.warn({ jobId, pid: child.pid }, 'may have ended its process: runs in one of its own');
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      if (code !== 0) this.logger.error({ jobId, code, signal }, 'has ended its own process');
    } finally {
      this.running.delete(child);
    }
  }

  /** They hand their jobs back as this process does. */
  async beforeApplicationShutdown(): Promise<void> {
    const ends = [...this.running].map((child) => {
      const end = once(child, 'exit');
      child.kill('SIGTERM');
      return end;
    });
    await Promise.all(ends);
  }
}
