import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { RequestContext } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Queue } from 'bull';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock, HOUR } from '../clock/index.js';
import { ownerInLogs } from '../logging/index.js';
import type { Topic } from './topics.js';
import { JobMetrics, type AttemptEnd } from './job-metrics.js';
import { JobProcess } from './job-process.js';
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

/** A job that this process cannot do now is looked at again after so long. */
const LATER_MS = 3_000;

/** Work that is cut off has so long to stop where it is; its job is handed back all the same. */
const STOPS_WITHIN_MS = 3_000;

/** Clocks of two machines may differ by so much. */
const CLOCKS_APART_MS = 2_000;

interface ClaimedRow {
  id: string;
  topic: string;
  owner_id: string | null;
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
  private readonly worker = randomUUID();
  private readonly underWay = new Map<Promise<void>, Lease>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly pulse: WorkerPulse,
    private readonly jobProcess: JobProcess,
    private readonly metrics: JobMetrics,
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

  /** Work under way stops where it is; another worker goes on with it. Each job is handed back while there is a database to note it in. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new ShuttingDown());
    await Promise.race([Promise.allSettled(this.underWay.keys()), pause(STOPS_WITHIN_MS)]);
    await Promise.all([...this.underWay.values()].map((lease) => this.requeue(lease)));
  }

  get topics(): string[] {
    return [...this.handlers.keys()];
  }

  /** Does a job that was taken from a queue. */
  async run(jobId: string): Promise<void> {
    if (this.stopping.signal.aborted) return this.release(jobId);
    const claimed = await this.claim(jobId, { suspect: !this.jobProcess.isAvailable });
    if (claimed && this.stopping.signal.aborted) return this.requeue(this.leaseOf(claimed));
    if (claimed) return this.work(claimed);
    const { topic, isSuspect } = (await this.unclaimed(jobId)) ?? {};
    if (topic === undefined) return; // finished, leased by a living worker, or waiting for its next try
    if (isSuspect && !this.jobProcess.isBusy) return this.jobProcess.run(jobId);
    // Two suspects are running, or a newer version noted the job, whose workers know what to do.
    if (!isSuspect) this.logger.warn({ jobId, topic }, 'nothing here does this job');
    await this.release(jobId, LATER_MS);
  }

  /** Does a job in this process, which is there for nothing else. */
  async runAlone(jobId: string): Promise<void> {
    const claimed = await this.claim(jobId, { suspect: true });
    if (claimed) await this.work(claimed);
  }

  private async work(claimed: ClaimedRow): Promise<void> {
    const lease = this.leaseOf(claimed);
    const working = this.workUnder(lease, claimed);
    this.underWay.set(working, lease);
    await working.finally(() => this.underWay.delete(working));
  }

  private leaseOf({ id, attempt }: ClaimedRow): Lease {
    return new Lease(id, attempt, this.em, this.clock, this.config.jobs.leaseMs, this.pulse, this.stopping.signal);
  }

  private async workUnder(lease: Lease, claimed: ClaimedRow): Promise<void> {
    const { id: jobId, topic, attempt, owner_id: ownerId } = claimed;
    const about = { jobId, topic, attempt, ...(ownerId && { owner: ownerInLogs(this.config.mediaSecret, ownerId) }) };
    const begun = performance.now();
    this.logger.log(about, 'job begun');
    const outcome = await this.attempt(lease, claimed);
    const ms = Math.round(performance.now() - begun);
    this.logger.log({ ...about, outcome, ms }, 'job ended');
    this.metrics.ended(topic, outcome, ms);
  }

  private async attempt(lease: Lease, claimed: ClaimedRow): Promise<AttemptEnd> {
    const handler = this.handlers.get(claimed.topic)!;
    lease.keep();
    try {
      if (claimed.attempt > claimed.max_attempts + SILENT_DEATHS)
        throw new PermanentFailure('every attempt ended with its process');
      const payload = handler.topic.schema.parse(claimed.payload);
      await RequestContext.create(this.em, () => handler.run(payload, lease));
      if (!lease.finished) await this.em.fork().transactional((em) => lease.finish(em));
      return 'done';
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.logger.warn({ jobId: claimed.id }, 'result of an older attempt discarded');
        return 'lost';
      }
      if (this.stopping.signal.aborted) {
        await this.requeue(lease);
        return 'handed back';
      }
      return await this.fail(claimed, handler, lease, error instanceof Error ? error : new Error(String(error)));
    } finally {
      lease.release();
    }
  }

  /** @param options.suspect whether it may be one that has killed its process */
  private async claim(jobId: string, { suspect }: { suspect: boolean }): Promise<ClaimedRow | undefined> {
    const now = this.clock.now();
    return db(this.em.fork())
      .updateTable('job')
      .set(({ eb }) => ({
        attempt: eb('attempt', '+', 1),
        leased_until: new Date(now.getTime() + this.config.jobs.leaseMs),
        worker: this.worker,
      }))
      .where('id', '=', jobId)
      .where('topic', 'in', this.topics)
      .where('finished_at', 'is', null)
      .$if(!suspect, (query) => query.where('is_suspect', '=', false))
      .where('run_after', '<=', this.soon())
      .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
      .returning(['id', 'topic', 'owner_id', 'payload', 'attempt', 'max_attempts'])
      .executeTakeFirst();
  }

  private soon(): Date {
    return new Date(this.clock.now().getTime() + CLOCKS_APART_MS);
  }

  /** What a job is that was not claimed although it is due. */
  private async unclaimed(jobId: string): Promise<{ topic: string; isSuspect: boolean } | undefined> {
    return db(this.em.fork())
      .selectFrom('job')
      .select(['topic', 'is_suspect as isSuspect'])
      .where('id', '=', jobId)
      .where('finished_at', 'is', null)
      .where('leased_until', 'is', null)
      .where('run_after', '<=', this.soon())
      .where(({ eb, or }) => or([eb('is_suspect', '=', true), eb('topic', 'not in', this.topics)]))
      .executeTakeFirst();
  }

  /** Taken from the queue and not begun: it is due again, at once or after so many milliseconds. */
  private async release(jobId: string, afterMs = 0): Promise<void> {
    await db(this.em.fork())
      .updateTable('job')
      .set({ dispatched_at: null, ...(afterMs > 0 && { run_after: new Date(this.clock.now().getTime() + afterMs) }) })
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

  private async fail(claimed: ClaimedRow, handler: JobHandler<never>, lease: Lease, error: Error): Promise<AttemptEnd> {
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
      return last ? 'failed' : 'tried again';
    } catch (lost) {
      if (!(lost instanceof LeaseLost)) throw lost;
      return 'lost';
    }
  }
}
