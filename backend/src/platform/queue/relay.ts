import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Queue } from 'bull';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock } from '../clock/index.js';
import { BULL_QUEUES } from './bull-queues.js';
import type { QueueName } from './topics.js';

interface DueRow {
  id: string;
  queue: QueueName;
  dispatches: number;
}

/**
 * Moves due outbox rows to Bull. PostgreSQL decides what is due: never dispatched, lease run out (the worker died), or
 * dispatched long ago and never begun (Redis lost it). Several relays may run; rows are taken with SKIP LOCKED.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('relay');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(BULL_QUEUES) private readonly queues: Map<QueueName, Queue>,
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(0);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delay: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.dispatchDue()
        .then((moved) => this.schedule(moved > 0 ? 0 : this.config.jobs.pollMs))
        .catch((error: unknown) => {
          this.logger.warn({ err: error }, 'could not dispatch, trying again');
          this.schedule(1000);
        });
    }, delay);
  }

  /** One round. @returns how many rows were moved. */
  async dispatchDue(limit = 50): Promise<number> {
    const now = this.clock.now();
    return this.em.fork().transactional(async (em) => {
      const due = await em.execute<DueRow[]>(
        `select id, queue, dispatches from job
         where finished_at is null and run_after <= ?
           and (leased_until is null or leased_until < ?)
           and (dispatched_at is null or dispatched_at < ? or leased_until is not null)
         order by run_after limit ? for update skip locked`,
        [now, now, new Date(now.getTime() - this.config.jobs.redispatchMs), limit],
      );
      for (const row of due) {
        // A fresh Bull id per dispatch: Bull ignores an id it still knows, also one that stalled with a dead worker.
        await this.queues.get(row.queue)!.add({ jobId: row.id }, { jobId: `${row.id}.${row.dispatches}`, attempts: 1, removeOnComplete: true, removeOnFail: true });
        await em.execute('update job set dispatched_at = ?, dispatches = dispatches + 1, leased_until = null where id = ?', [now, row.id]);
      }
      return due.length;
    });
  }
}
