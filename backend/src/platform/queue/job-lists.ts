import { LockMode, type EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { pageOf } from '../database/page-of.js';
import type { PageQuery } from '../database/pagination.js';
import { Job } from './job.entity.js';
import type { QueueName } from './topics.js';

export const JOB_STATES = ['waiting', 'running', 'later', 'failed'] as const;

export interface JobSearch {
  queue?: QueueName | undefined;
  state: (typeof JOB_STATES)[number];
  now: Date;
  /** What was given up before is left out. */
  failedSince: Date;
}

/** Jobs in a state, newest first. */
export const pageOfJobs = (em: EntityManager, { queue, ...which }: JobSearch, page: PageQuery) =>
  pageOf(em, Job, { $and: [inState(which), ...(queue ? [{ queue }] : [])] }, page);

function inState({ state, now, failedSince }: Omit<JobSearch, 'queue'>): FilterQuery<Job> {
  const unleased = { $or: [{ leasedUntil: null }, { leasedUntil: { $lt: now } }] };
  switch (state) {
    case 'waiting':
      return { $and: [{ finishedAt: null, runAfter: { $lte: now } }, unleased] };
    case 'running':
      return { finishedAt: null, leasedUntil: { $gte: now } };
    case 'later':
      return { $and: [{ finishedAt: null, runAfter: { $gt: now } }, unleased] };
    case 'failed':
      return { outcome: 'failed', finishedAt: { $gt: failedSince } };
  }
}

/** Reads the row anew. @param lock held until the transaction ends */
export const findJob = (em: EntityManager, id: string, lock?: 'write'): Promise<Job | null> =>
  em.findOne(Job, { id }, { refresh: true, ...(lock && { lockMode: LockMode.PESSIMISTIC_WRITE }) });

/** A locked job that was given up is done again, with some more tries. */
export async function reviveJob(em: EntityManager, job: Job, now: Date, moreAttempts: number): Promise<void> {
  Object.assign(job, {
    finishedAt: null,
    outcome: null,
    runAfter: now,
    dispatchedAt: null,
    leasedUntil: null,
    maxAttempts: job.attempt + moreAttempts,
  });
  await em.flush();
}
