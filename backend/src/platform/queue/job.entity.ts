import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../database/base.js';

/**
 * The outbox, and the truth about every piece of background work. Written in the transaction of the command that wants
 * it, moved to Bull after commit, leased by a worker, finished in the transaction that writes the result.
 */
export const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'job',
  properties: {
    ...baseProperties,
    queue: p.string().length(40),
    topic: p.string().length(80),
    payload: p.json<Record<string, unknown>>(),
    /** Whose work it is, where customers share a queue. */
    ownerId: p.uuid().nullable(),
    /** Stable key of the act; a second row with it is not made. */
    dedupeKey: p.string().length(200).nullable().unique(),
    /** The earliest time of the next attempt. */
    runAfter: p.datetime(3),
    dispatchedAt: p.datetime(3).nullable(),
    dispatches: p.integer().default(0),
    /** Attempts begun. The number is the fencing token: only the newest attempt may finish the job. */
    attempt: p.integer().default(0),
    maxAttempts: p.integer(),
    leasedUntil: p.datetime(3).nullable(),
    /** The process that is, or was last, at it. */
    worker: p.uuid().nullable(),
    /** Its process died while it was at several jobs, and this may be the one that killed it: it runs in a process of its own. */
    isSuspect: p.boolean().default(false),
    /** The trace that noted it, as W3C's `traceparent`; its attempts go on with it. */
    trace: p.string().length(55).nullable(),
    finishedAt: p.datetime(3).nullable(),
    outcome: p.string().length(20).nullable(),
    lastError: p.string().length(500).nullable(),
  },
  indexes: [{ properties: ['finishedAt', 'runAfter'] }],
});
export class Job extends JobSchema.class {}
JobSchema.setClass(Job);
