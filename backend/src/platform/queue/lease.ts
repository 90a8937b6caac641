import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type UpdateObject } from 'kysely';
import type { Clock } from '../clock/index.js';
import { db, type QueueTables } from './queue.tables.js';
import type { WorkerPulse } from './worker-pulse.js';

/** A newer attempt has taken the job over; whatever this one made must not be written. */
export class LeaseLost extends Error {
  constructor(jobId: string, attempt: number) {
    super(`job ${jobId}: attempt ${attempt} lost its lease`);
    this.name = 'LeaseLost';
  }
}

/** The right to work on a job, renewed while the work goes on. The attempt number fences late results. */
export class Lease {
  finished = false;
  private isHandedBack = false;
  private timer: NodeJS.Timeout | null = null;
  private readonly abort = new AbortController();

  constructor(
    readonly jobId: string,
    readonly attempt: number,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly leaseMs: number,
    private readonly pulse: WorkerPulse,
    private readonly stopping?: AbortSignal,
  ) {}

  /** Aborted when the lease is lost or this process ends: long work should stop. */
  get signal(): AbortSignal {
    return this.stopping ? AbortSignal.any([this.abort.signal, this.stopping]) : this.abort.signal;
  }

  keep(): void {
    this.timer = setInterval(() => void this.pulse.during('lease renewal', () => this.renew()), this.leaseMs / 3);
  }

  release(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    try {
      const isMine = await this.update(this.em.fork(), {
        leased_until: new Date(this.clock.now().getTime() + this.leaseMs),
      });
      if (!isMine && !this.finished) this.abort.abort(new LeaseLost(this.jobId, this.attempt));
    } catch {
      // The database is away. If it stays away longer than the lease, another worker takes over and we are fenced off.
    }
  }

  /**
   * Ends the job in the caller's transaction. Locks the row, so a newer attempt cannot begin in between.
   * @throws LeaseLost when this attempt is not the newest; the caller's transaction then rolls back.
   */
  async finish(em: EntityManager, outcome: 'done' | 'failed' = 'done', error?: string): Promise<void> {
    await this.write(em, {
      finished_at: this.clock.now(),
      leased_until: null,
      outcome,
      last_error: error?.slice(0, 500) ?? null,
    });
    this.finished = true;
  }

  /**
   * Gives the job back, once, as if this attempt had not been: it may begin at once, and with as many tries left. A suspect stays one: that
   * it was cut off proves nothing.
   * @param afterMs how long this process may still be at it
   * @throws LeaseLost when the job has ended meanwhile, or a newer attempt is at it
   */
  async requeue(em: EntityManager, afterMs = 0): Promise<void> {
    if (this.isHandedBack) return;
    this.isHandedBack = true;
    this.release();
    await this.write(em, {
      run_after: new Date(this.clock.now().getTime() + afterMs),
      dispatched_at: null,
      leased_until: null,
      max_attempts: sql<number>`max_attempts + 1`,
    }).catch((error: unknown) => {
      this.isHandedBack = false;
      throw error;
    });
  }

  async postpone(em: EntityManager, runAfter: Date, error: string): Promise<void> {
    await this.write(em, {
      run_after: runAfter,
      dispatched_at: null,
      leased_until: null,
      is_suspect: false,
      last_error: error.slice(0, 500),
    });
  }

  private async write(em: EntityManager, change: UpdateObject<QueueTables, 'job'>): Promise<void> {
    if (!(await this.update(em, change))) throw new LeaseLost(this.jobId, this.attempt);
  }

  /** @returns whether this attempt is still the newest of a job that has not ended; nothing changes otherwise. */
  private async update(em: EntityManager, change: UpdateObject<QueueTables, 'job'>): Promise<boolean> {
    const updated = await db(em)
      .updateTable('job')
      .set(change)
      .where('id', '=', this.jobId)
      .where('attempt', '=', this.attempt)
      .where('finished_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return updated !== undefined;
  }
}
