import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from './queue.tables.js';

/** A job whose lease ran out while a process held it. */
interface LostJob {
  worker: string;
  leasedUntilMs: number;
}

/** Of the jobs that are due: those whose process has died, for each process the one that was renewed first. */
export function firstOfEachWorker(due: readonly { worker: string | null; leasedUntilMs: number | null }[]): LostJob[] {
  const first = new Map<string, LostJob>();
  for (const { worker, leasedUntilMs } of due) {
    if (worker === null || leasedUntilMs === null) continue;
    const known = first.get(worker);
    if (!known || leasedUntilMs < known.leasedUntilMs) first.set(worker, { worker, leasedUntilMs });
  }
  return [...first.values()];
}

/**
 * Finds the jobs that a process was at when it died. Where there were several, nobody knows which of them killed it: none of them has used
 * up a try, and each runs in a process of its own next time, where its death is its own.
 * @param lost jobs of dead processes that were found first, one for each process
 * @param renewedMs how often a living process renews its leases
 */
export async function markSuspects(em: EntityManager, lost: readonly LostJob[], renewedMs: number): Promise<void> {
  for (const { worker, leasedUntilMs } of lost) {
    // A lease that was renewed after this one should have been is held by a process that lives.
    const diedBefore = new Date(leasedUntilMs + renewedMs);
    const neighbours = await db(em)
      .selectFrom('job')
      .select('id')
      .where('worker', '=', worker)
      .where('leased_until', '<=', diedBefore)
      .where('finished_at', 'is', null)
      // Whoever writes it now is alive.
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
