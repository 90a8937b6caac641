import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Queue } from 'bull';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock } from '../clock/index.js';
import { withDeadline } from '../outages/index.js';
import { BULL_QUEUES } from './bull-queues.js';
import { findDue, isAnyDue } from './due-jobs.js';
import { db } from './queue.tables.js';
import { markSuspects } from './suspects.js';
import type { QueueName } from './topics.js';
import { WorkerPulse } from './worker-pulse.js';

/** How long a relay may sit on its turn, milliseconds. */
const TURN_MS = 10_000;
/** How long Redis may take for one job, and a round for all of its jobs, milliseconds. */
const ADD_MS = 5_000;
const ROUND_MS = 15_000;

/** A relay that hangs, or whose host is lost, gives up the lock that it holds for this transaction. */
const limitTurn = (em: EntityManager) => em.execute(`set local idle_in_transaction_session_timeout = '${TURN_MS}ms'`);

/** Moves due outbox rows to Bull. PostgreSQL decides what is due and whose turn it is. Several relays may run. */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('relay');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private isFailing = false;
  private databaseFailedAt = -Infinity;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(BULL_QUEUES) private readonly queues: Map<QueueName, Queue>,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly pulse: WorkerPulse,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(0);
  }

  /** First of all: what this process hands back is for others. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delay: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.pulse
        .during('relay round', () => this.dispatchDue())
        .then((moved) => {
          this.isFailing = false;
          this.schedule(moved > 0 ? 0 : this.config.jobs.pollMs);
        })
        .catch((error: unknown) => {
          if (!this.isFailing) this.logger.warn({ err: error }, 'could not dispatch, trying again every second');
          this.isFailing = true;
          this.schedule(1000);
        });
    }, delay);
  }

  /**
   * In a transaction of its own: a Redis that fails undoes what was dispatched, not this. After an outage of the database leases have run out of
   * processes that live, and prove nothing for as long as one lasts.
   */
  private async markSuspects(now: Date): Promise<void> {
    const { leaseMs } = this.config.jobs;
    if (performance.now() - this.databaseFailedAt < leaseMs) return;
    await this.em.fork().transactional(async (em) => {
      await limitTurn(em);
      await markSuspects(em, now, leaseMs / 2);
    });
  }

  /** One round. @returns how many rows were moved. */
  async dispatchDue(limit = 50): Promise<number> {
    const now = this.clock.now();
    const forgotten = new Date(now.getTime() - this.config.jobs.redispatchMs);
    const own = this.em.fork();
    try {
      if (!(await isAnyDue(own, now, forgotten))) return 0;
      await this.markSuspects(now);
    } catch (error) {
      this.databaseFailedAt = performance.now();
      throw error;
    }
    return own.transactional(async (em) => {
      // One relay at a time, or two would each count the other's share as free.
      await limitTurn(em);
      const [turn] = await em.execute<{ mine: boolean }[]>(
        `select pg_try_advisory_xact_lock(hashtext('job relay')) as mine`,
      );
      if (!turn!.mine) return 0;
      const due = await findDue(em, now, forgotten, limit);
      const begun = performance.now();
      let moved = 0;
      for (const row of due) {
        // A slow Redis: what was moved so far is kept.
        if (performance.now() - begun > ROUND_MS) break;
        // A fresh Bull id per dispatch: Bull ignores an id it still knows, also one that stalled with a dead worker.
        const options = { attempts: 1, removeOnComplete: true, removeOnFail: true };
        const queue = this.queues.get(row.queue);
        if (!queue) continue; // of a newer version, whose workers have it
        const added = queue.add({ jobId: row.id }, { jobId: `${row.id}.${row.dispatches}`, ...options });
        await withDeadline(added, ADD_MS);
        await db(em)
          .updateTable('job')
          .set(({ eb }) => ({ dispatched_at: now, dispatches: eb('dispatches', '+', 1), leased_until: null }))
          .where('id', '=', row.id)
          .execute();
        moved += 1;
      }
      return moved;
    });
  }
}
