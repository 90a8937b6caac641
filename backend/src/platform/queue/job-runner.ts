import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { RequestContext } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Queue } from 'bull';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock, HOUR } from '../clock/index.js';
import type { Topic } from './topics.js';
import { Lease, LeaseLost } from './lease.js';
import { db } from './queue.tables.js';
import { WorkerPulse } from './worker-pulse.js';

/** Runs once the transaction is committed, for instance to tell open pages. */
export type AfterCommit = () => void;

/** What a feature does for a topic. */
export interface JobHandler<T> {
  topic: Topic<T>;
  /** Does the work. May finish the lease in its own transaction; otherwise the runner finishes it afterwards. */
  run(payload: T, lease: Lease): Promise<void>;
  /** Called in the transaction that gives the job up: after the last attempt, or at once for a PermanentFailure. */
  onFailed?(payload: T, error: Error, em: EntityManager): Promise<AfterCommit | void>;
}

/** Trying again would not help. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PermanentFailure';
  }
}

/** Somebody else is busy and said for how long: the next try comes no sooner. */
export class TryLater extends Error {
  constructor(
    message: string,
    readonly afterMs: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'TryLater';
  }
}

/** This process is about to end. */
export class ShuttingDown extends Error {
  constructor() {
    super('the worker is shutting down');
    this.name = 'ShuttingDown';
  }
}

/** However often something failed: what must be done within days is tried every hour. */
const LONGEST_RETRY_DELAY_MS = HOUR;

/** Attempts that may end without a word (the process died) beyond the allowed ones, before a job counts as deadly. */
const SILENT_DEATHS = 3;

/** Clocks of two machines may differ by so much. */
const CLOCKS_APART_MS = 2_000;

interface ClaimedRow {
  id: string;
  topic: string;
  payload: unknown;
  attempt: number;
  max_attempts: number;
}

/** Takes the lease of a job, runs its handler, and writes how it ended. */
@Injectable()
export class JobRunner implements BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly handlers = new Map<string, JobHandler<never>>();
  private readonly stopping = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly pulse: WorkerPulse,
  ) {}

  /** @throws when a topic is registered twice. */
  register<T>(handler: JobHandler<T>): void {
    if (this.handlers.has(handler.topic.name)) throw new Error(`topic ${handler.topic.name} has two handlers`);
    this.handlers.set(handler.topic.name, handler as JobHandler<never>);
  }

  /** Takes the jobs of a queue, so many at once. */
  serve(queue: Queue<{ jobId: string }>, atOnce: number): void {
    void queue.process(atOnce, (job) => this.run(job.data.jobId));
  }

  /** Work under way stops where it is; another worker goes on with it. */
  beforeApplicationShutdown(): void {
    this.stopping.abort(new ShuttingDown());
  }

  get topics(): string[] {
    return [...this.handlers.keys()];
  }

  async run(jobId: string): Promise<void> {
    if (this.stopping.signal.aborted) return this.release(jobId);
    const claimed = await this.claim(jobId);
    if (!claimed) return; // finished, leased by a living worker, or waiting for its next try
    const handler = this.handlers.get(claimed.topic);
    if (!handler) throw new Error(`no handler for topic ${claimed.topic}`);
    const lease = new Lease(
      claimed.id,
      claimed.attempt,
      this.em,
      this.clock,
      this.config.jobs.leaseMs,
      this.pulse,
      this.stopping.signal,
    );
    lease.keep();
    try {
      if (claimed.attempt > claimed.max_attempts + SILENT_DEATHS)
        throw new PermanentFailure('every attempt ended with its process');
      const payload = handler.topic.schema.parse(claimed.payload);
      await RequestContext.create(this.em, () => handler.run(payload, lease));
      if (!lease.finished) await this.em.fork().transactional((em) => lease.finish(em));
    } catch (error) {
      if (error instanceof LeaseLost) this.logger.warn({ jobId }, 'result of an older attempt discarded');
      else if (this.stopping.signal.aborted) await this.requeue(lease);
      else await this.fail(claimed, handler, lease, error instanceof Error ? error : new Error(String(error)));
    } finally {
      lease.release();
    }
  }

  private async claim(jobId: string): Promise<ClaimedRow | undefined> {
    const now = this.clock.now();
    return db(this.em.fork())
      .updateTable('job')
      .set(({ eb }) => ({
        attempt: eb('attempt', '+', 1),
        leased_until: new Date(now.getTime() + this.config.jobs.leaseMs),
      }))
      .where('id', '=', jobId)
      .where('finished_at', 'is', null)
      .where('run_after', '<=', new Date(now.getTime() + CLOCKS_APART_MS))
      .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
      .returning(['id', 'topic', 'payload', 'attempt', 'max_attempts'])
      .executeTakeFirst();
  }

  /** Taken from the queue in the last moment: it is due again at once. */
  private async release(jobId: string): Promise<void> {
    await db(this.em.fork())
      .updateTable('job')
      .set({ dispatched_at: null })
      .where('id', '=', jobId)
      .where('finished_at', 'is', null)
      .where('leased_until', 'is', null)
      .execute();
  }

  /** Cut off by the end of this process: that is nobody's failure, and another worker may begin at once. */
  private async requeue(lease: Lease): Promise<void> {
    await this.em
      .fork()
      .transactional((em) => lease.requeue(em))
      .catch((error: unknown) =>
        this.logger.warn({ jobId: lease.jobId, err: error }, 'not handed back: its lease has to run out'),
      );
  }

  private async fail(claimed: ClaimedRow, handler: JobHandler<never>, lease: Lease, error: Error): Promise<void> {
    const last = claimed.attempt >= claimed.max_attempts || error instanceof PermanentFailure;
    this.logger[last && !(error instanceof PermanentFailure) ? 'error' : 'warn'](
      { jobId: claimed.id, topic: claimed.topic, attempt: claimed.attempt, err: error },
      last ? 'given up' : 'failed, will be tried again',
    );
    try {
      const afterCommit = await this.em.fork().transactional(async (em) => {
        if (last) {
          await lease.finish(em, 'failed', error.message);
          return handler.onFailed?.(handler.topic.schema.parse(claimed.payload), error, em);
        }
        const usual = this.config.jobs.retryDelayMs * 2 ** (claimed.attempt - 1);
        const delay = Math.min(Math.max(usual, error instanceof TryLater ? error.afterMs : 0), LONGEST_RETRY_DELAY_MS);
        await lease.postpone(em, new Date(this.clock.now().getTime() + delay), error.message);
        return undefined;
      });
      afterCommit?.();
    } catch (lost) {
      if (!(lost instanceof LeaseLost)) throw lost;
    }
  }
}
