import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from './queue.tables.js';

/**
 * Finds the jobs that a process was at when it died: their leases run out within the time in which it renewed each. Where there were
 * several, nobody knows which of them killed it: none of them has used up a try, and each runs in a process of its own next time, where a death can
 * only be its own doing.
 * @param withinMs leases that run out later than the first by more than this were renewed after it was lost: their process lives
 */
export async function markSuspects(em: EntityManager, now: Date, withinMs: number): Promise<void> {
  // One relay at a time, or two would each find half of the neighbours.
  await sql`select pg_advisory_xact_lock(hashtext('job suspects'))`.execute(db(em));
  for (const { worker, first } of await lostWorkers(em, now)) {
    const neighbours = await db(em)
      .selectFrom('job')
      .select('id')
      .where('worker', '=', worker)
      .where('leased_until', '<=', new Date(first.getTime() + withinMs))
      .where('finished_at', 'is', null)
      // What is locked is being written by a process that lives.
      .forUpdate()
      .skipLocked()
      .execute();
    if (neighbours.length < 2) continue;
    await db(em)
      .updateTable('job')
      .set(({ eb }) => ({ is_suspect: true, worker: null, max_attempts: eb('max_attempts', '+', 1) }))
      .where(
        'id',
        'in',
        neighbours.map(({ id }) => id),
      )
      .execute();
  }
}

/** Processes whose leases have begun to run out, with the time of the first that did. */
async function lostWorkers(em: EntityManager, now: Date): Promise<{ worker: string; first: Date }[]> {
  const lost = await db(em)
    .selectFrom('job')
    .select(['worker', 'leased_until'])
    .where('finished_at', 'is', null)
    .where('leased_until', '<', now)
    .where('worker', 'is not', null)
    .execute();
  const first = new Map<string, Date>();
  for (const { worker, leased_until: until } of lost)
    if (!first.has(worker!) || until! < first.get(worker!)!) first.set(worker!, until!);
  return [...first].map(([worker, at]) => ({ worker, first: at }));
}
