import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { RequestContext } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Queue } from 'bull';
import type { ExpressionBuilder } from 'kysely';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock, HOUR } from '../clock/index.js';
import { timeToEnd } from '../outages/index.js';
import { ownerInLogs } from '../logging/index.js';
import type { QueueName, Topic } from './topics.js';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { goingOnWith, traced } from '../telemetry/index.js';
import { JobMetrics, type AttemptEnd, type EndedAttempt } from './job-metrics.js';
import { JobProcess } from './job-process.js';
import { Lease, LeaseLost } from './lease.js';
import { db, type QueueTables } from './queue.tables.js';
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

/** A job that this process cannot do now is looked at again after so long, and one whose process could not begin after longer. */
const LATER_MS = 3_000;
const MUCH_LATER_MS = 30_000;

/** Unfinished jobs are handed back so long before this process is cut off, in milliseconds. */
const CUT_OFF_SOON_MS = 1_500;
const LOOK_MS = 100;

/** Clocks of two machines may differ by so much. */
const CLOCKS_APART_MS = 2_000;

/** The relay notes only after it has handed a job to the queue that its lease is over: until then an old one stands there. */
const isUnleased = (now: Date) => (eb: ExpressionBuilder<QueueTables, 'job'>) =>
  eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]);

interface ClaimedRow {
  id: string;
  topic: string;
  owner_id: string | null;
  payload: unknown;
  attempt: number;
  max_attempts: number;
  trace: string | null;
}

/** Takes the lease of a job, runs its handler, and writes how it ended. */
@Injectable()
export class JobRunner implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly handlers = new Map<string, JobHandler<never>>();
  private readonly stopping = new AbortController();
  private readonly worker = randomUUID();
  private readonly underWay = new Map<Promise<unknown>, Lease>();
  private stopAskedAt = 0;
  private readonly unknownTopics = new Set<string>();

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

  /** The first of all hooks: from here the time counts until this process is cut off. */
  onModuleDestroy(): void {
    this.stopAskedAt = performance.now();
  }

  /** Work under way stops where it is; another worker goes on with it. What does not stop is handed back shortly before this process is cut off. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new ShuttingDown());
    const children = this.jobProcess.end();
    while (
      this.underWay.size > 0 &&
      performance.now() - this.stopAskedAt < timeToEnd(this.config.shutdownMs) - CUT_OFF_SOON_MS
    )
      await pause(LOOK_MS);
    await Promise.all([...this.underWay.values()].map((lease) => this.requeue(lease, CUT_OFF_SOON_MS)));
    await children;
  }

  get topics(): string[] {
    return [...this.handlers.keys()];
  }

  /** Does a job that was taken from a queue. */
  async run(jobId: string): Promise<void> {
    if (this.stopping.signal.aborted) return this.release(jobId);
    const claimed = await this.claim(jobId, { suspect: !this.jobProcess.isAvailable });
    if (claimed && this.stopping.signal.aborted) return this.requeue(this.leaseOf(claimed));
    if (claimed) return void (await this.work(claimed));
    const unclaimed = await this.unclaimed(jobId);
    if (this.stopping.signal.aborted) return this.release(jobId);
    if (unclaimed) await this.doElsewhere(jobId, unclaimed);
    // Else it has ended, is leased by a living worker, or waits for its next try.
  }

  private async doElsewhere(jobId: string, { topic, queue }: { topic: string; queue: QueueName }): Promise<void> {
    if (!this.handlers.has(topic)) {
      // A newer version noted it, and its workers know what to do.
      if (!this.unknownTopics.has(topic)) this.logger.warn({ jobId, topic }, 'nothing here does this job');
      this.unknownTopics.add(topic);
      return this.release(jobId, LATER_MS);
    }
    if (!this.jobProcess.hasRoomFor(queue)) return this.release(jobId, LATER_MS);
    try {
      const { hasBegun, attempt } = await this.jobProcess.run(jobId, topic, queue);
      if (attempt) this.metrics.ended(attempt);
      if (hasBegun) return;
    } catch (error) {
      this.logger.error({ jobId, topic, err: error }, 'no process could be begun for it');
    }
    await this.release(jobId, MUCH_LATER_MS);
  }

  /** Does a job in this process, which is there for nothing else. @returns null where there was nothing to do */
  async runAlone(jobId: string, onBegun: () => void): Promise<EndedAttempt | null> {
    if (this.stopping.signal.aborted) return null;
    const claimed = await this.claim(jobId, { suspect: true });
    if (!claimed) return null;
    onBegun();
    return this.work(claimed);
  }

  private async work(claimed: ClaimedRow): Promise<EndedAttempt> {
    const lease = this.leaseOf(claimed);
    const working = this.workUnder(lease, claimed);
    this.underWay.set(working, lease);
    return working.finally(() => this.underWay.delete(working));
  }

  private leaseOf({ id, attempt }: ClaimedRow): Lease {
    return new Lease(id, attempt, this.em, this.clock, this.config.jobs.leaseMs, this.pulse, this.stopping.signal);
  }

  private async workUnder(lease: Lease, claimed: ClaimedRow): Promise<EndedAttempt> {
    const { id: jobId, topic, attempt, owner_id: ownerId } = claimed;
    const about = { jobId, topic, attempt, ...(ownerId && { owner: ownerInLogs(this.config.mediaSecret, ownerId) }) };
    const begun = performance.now();
    this.logger.log(about, 'job begun');
    let outcome: AttemptEnd = 'not noted';
    try {
      outcome = await this.tracedAttempt(lease, claimed);
    } finally {
      const ms = Math.round(performance.now() - begun);
      this.logger.log({ ...about, outcome, ms }, 'job ended');
      this.metrics.ended({ topic, outcome, ms });
    }
    return { topic, outcome, ms: Math.round(performance.now() - begun) };
  }

  /** The attempt as a part of the trace that noted the job. */
  private tracedAttempt(lease: Lease, claimed: ClaimedRow): Promise<AttemptEnd> {
    return traced(
      `job ${claimed.topic}`,
      { 'job.attempt': claimed.attempt },
      async (span) => {
        const outcome = await this.attempt(lease, claimed);
        span.setAttribute('job.outcome', outcome);
        if (outcome !== 'done' && outcome !== 'handed back') span.setStatus({ code: SpanStatusCode.ERROR });
        return outcome;
      },
      { kind: SpanKind.CONSUMER, parent: goingOnWith(claimed.trace) },
    );
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
      .where(isUnleased(now))
      .returning(['id', 'topic', 'owner_id', 'payload', 'attempt', 'max_attempts', 'trace'])
      .executeTakeFirst();
  }

  private soon(): Date {
    return new Date(this.clock.now().getTime() + CLOCKS_APART_MS);
  }

  /** What a job is that was not claimed although it is due. */
  private async unclaimed(jobId: string): Promise<{ topic: string; queue: QueueName } | undefined> {
    return db(this.em.fork())
      .selectFrom('job')
      .select(['topic', 'queue'])
      .$castTo<{ topic: string; queue: QueueName }>()
      .where('id', '=', jobId)
      .where('finished_at', 'is', null)
      .where(isUnleased(this.clock.now()))
      .where('run_after', '<=', this.soon())
      .where(({ eb, or }) => or([eb('is_suspect', '=', true), eb('topic', 'not in', this.topics)]))
      .executeTakeFirst();
  }

  /** Taken from the queue and not begun: it is due again, at once or, as one that the queue has forgotten, after so many milliseconds. */
  private async release(jobId: string, afterMs = 0): Promise<void> {
    await db(this.em.fork())
      .updateTable('job')
      .set({ dispatched_at: afterMs > 0 ? this.forgottenIn(afterMs) : null })
      .where('id', '=', jobId)
      .where('finished_at', 'is', null)
      .where(isUnleased(this.clock.now()))
      .execute();
  }

  /** The time of a dispatch that counts as forgotten so many milliseconds from now. The place in the line stays as it is. */
  private forgottenIn(ms: number): Date {
    return new Date(this.clock.now().getTime() - this.config.jobs.redispatchMs + ms);
  }

  /** Cut off by the end of this process: that is nobody's failure, and another worker may begin at once. */
  private async requeue(lease: Lease, afterMs = 0): Promise<void> {
    await this.em
      .fork()
      .transactional((em) => lease.requeue(em, afterMs))
      .catch((error: unknown) => {
        if (error instanceof LeaseLost) return; // it ended in the last moment
        this.logger.warn({ jobId: lease.jobId, err: error }, 'not handed back: its lease has to run out');
      });
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
