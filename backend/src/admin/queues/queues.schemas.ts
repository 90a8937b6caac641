import { z } from 'zod';
import { PageQuery } from '../../platform/http/index.js';
import { JOB_STATES, QUEUES } from '../../platform/queue/index.js';

const queue = z.enum(QUEUES);

export const AdminQueueList = z
  .object({
    items: z.array(
      z
        .object({
          queue,
          waiting: z.int().describe('Due, and not begun.'),
          running: z.int(),
          later: z.int().describe('Noted for a later time, retries included.'),
          failed: z.int().describe('Given up within 7 days.'),
          oldestWaitingSeconds: z.int().nullable(),
        })
        .meta({ id: 'AdminQueue' }),
    ),
  })
  .meta({ id: 'AdminQueueList' });
export type AdminQueueList = z.infer<typeof AdminQueueList>;

export const JobQuery = PageQuery.extend({ queue: queue.optional(), state: z.enum(JOB_STATES).default('failed') });
export type JobQuery = z.infer<typeof JobQuery>;

export const AdminJob = z
  .object({
    id: z.uuid(),
    queue,
    topic: z.string(),
    ownerId: z.uuid().nullable(),
    attempt: z.int(),
    maxAttempts: z.int(),
    lastError: z.string().nullable(),
    createdAt: z.iso.datetime(),
    runAfter: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    isRetriable: z
      .boolean()
      .describe('False for trainings, runs and exports: their credits are back, and their owner begins anew.'),
  })
  .meta({ id: 'AdminJob' });
export type AdminJob = z.infer<typeof AdminJob>;
export const AdminJobPage = z
  .object({ items: z.array(AdminJob), nextCursor: z.string().nullable() })
  .meta({ id: 'AdminJobPage' });
