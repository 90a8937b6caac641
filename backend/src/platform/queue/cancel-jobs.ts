import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from './queue.tables.js';
import type { Topic } from './topics.js';

/**
 * Ends every unfinished job of a topic whose payload holds one of these values. A worker that is at it loses its lease:
 * it stops soon, and what it made is not written. Waits for one that is just writing its result.
 */
export async function cancelJobs<T>(
  em: EntityManager,
  topic: Topic<T>,
  field: keyof T & string,
  values: readonly string[],
  now: Date,
): Promise<void> {
  if (values.length === 0) return;
  await db(em)
    .updateTable('job')
    .set({ finished_at: now, leased_until: null, outcome: 'called_off' })
    .where('topic', '=', topic.name)
    .where('finished_at', 'is', null)
    .where(({ eb, ref }) => eb(ref('payload', '->>').key(field), 'in', values))
    .execute();
}
