import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../clock/index.js';
import { traceparent } from '../telemetry/index.js';
import { db } from './queue.tables.js';
import type { Topic } from './topics.js';

@Injectable()
export class Outbox {
  constructor(private readonly clock: Clock) {}

  /**
   * Notes work to be done once the caller's transaction commits.
   * @param options.ownerId whose work it is, where customers share the queue.
   * @param options.dedupeKey a stable key of the act; if a row with it exists, nothing is added.
   * @returns the id of the job, or null when it existed.
   */
  async add<T extends Record<string, unknown>>(
    em: EntityManager,
    topic: Topic<T>,
    payload: T,
    options: { ownerId?: string; dedupeKey?: string; runAfter?: Date } = {},
  ): Promise<string | null> {
    if (!em.isInTransaction()) throw new Error('Outbox.add needs a transaction');
    const id = randomUUID();
    const now = this.clock.now();
    const added = await db(em)
      .insertInto('job')
      .values({
        id,
        created_at: now,
        queue: topic.queue,
        topic: topic.name,
        payload: topic.schema.parse(payload),
        owner_id: options.ownerId ?? null,
        dedupe_key: options.dedupeKey ?? null,
        run_after: options.runAfter ?? now,
        dispatches: 0,
        attempt: 0,
        max_attempts: topic.maxAttempts,
        trace: traceparent(),
      })
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    return added?.id ?? null;
  }
}
