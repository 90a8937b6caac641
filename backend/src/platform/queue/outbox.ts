import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../clock/index.js';
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
    const rows = await em.execute<{ id: string }[]>(
      `insert into job (id, created_at, queue, topic, payload, owner_id, dedupe_key, run_after, dispatches, attempt, max_attempts)
       values (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?) on conflict (dedupe_key) do nothing returning id`,
      [
        id,
        now,
        topic.queue,
        topic.name,
        JSON.stringify(topic.schema.parse(payload)),
        options.ownerId ?? null,
        options.dedupeKey ?? null,
        options.runAfter ?? now,
        topic.maxAttempts,
      ],
    );
    return rows[0]?.id ?? null;
  }
}
