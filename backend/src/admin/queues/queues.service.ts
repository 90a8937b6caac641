import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, DAY } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import {
  findJob,
  pageOfJobs,
  QUEUES,
  readQueues,
  reviveJob,
  type Job,
  type QueueName,
} from '../../platform/queue/index.js';
import { AuditLog } from '../audit/audit-log.service.js';
import type { AdminJob, AdminQueueList, JobQuery } from './queues.schemas.js';

const RECENT_MS = 7 * DAY;
/** Tries that an admin grants to work that was given up. */
const MORE_ATTEMPTS = 3;

/** What is given up there was told its owner, with credits returned: a second life would deliver it for nothing. */
const SETTLED_QUEUES: readonly string[] = ['training', 'generation'];
const SETTLED_TOPICS: readonly string[] = ['accounts.data_export_requested'];

/** Background work as admins see it. The table of jobs is the truth; Redis is not asked. */
@Injectable()
export class QueuesService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** All queues, in the order of the list. */
  async list(): Promise<AdminQueueList> {
    const now = this.clock.now();
    const rows = await readQueues(this.em, now, new Date(now.getTime() - RECENT_MS));
    const known = new Map(rows.map((row) => [row.queue, row]));
    return {
      items: QUEUES.map(
        (queue) =>
          known.get(queue) ?? { queue, waiting: 0, running: 0, later: 0, failed: 0, oldestWaitingSeconds: null },
      ),
    };
  }

  /** Newest first; of what was given up, the last 7 days. */
  async jobs({ queue, state, ...page }: JobQuery): Promise<{ items: AdminJob[]; nextCursor: string | null }> {
    const now = this.clock.now();
    const failedSince = new Date(now.getTime() - RECENT_MS);
    const { items, nextCursor } = await pageOfJobs(this.em, { queue, state, now, failedSince }, page);
    return { items: items.map(view), nextCursor };
  }

  /** Gives up work another few tries. @throws AppError `not_found`, `job_not_retriable`, `forbidden` */
  async retry(actorId: string, id: string, reason: string): Promise<AdminJob> {
    await this.audit.run(actorId, async (em) => {
      const job = await findJob(em, id, 'write');
      if (!job) throw new AppError('not_found');
      if (!isRetriable(job)) throw new AppError('job_not_retriable');
      await reviveJob(em, job, this.clock.now(), MORE_ATTEMPTS);
      return { action: 'job.retry', subjectId: id, reason, detail: { topic: job.topic } };
    });
    return view((await findJob(this.em, id))!);
  }
}

const isRetriable = ({ outcome, queue, topic }: Job): boolean =>
  outcome === 'failed' && !SETTLED_QUEUES.includes(queue) && !SETTLED_TOPICS.includes(topic);

function view(job: Job): AdminJob {
  return {
    id: job.id,
    queue: job.queue as QueueName,
    topic: job.topic,
    ownerId: job.ownerId ?? null,
    attempt: job.attempt,
    maxAttempts: job.maxAttempts,
    lastError: job.lastError ?? null,
    createdAt: job.createdAt.toISOString(),
    runAfter: job.runAfter.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    isRetriable: isRetriable(job),
  };
}
