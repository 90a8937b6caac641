import type { EntityManager } from '@mikro-orm/postgresql';
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
  const marks = values.map(() => '?').join(', ');
  await em.execute(
    `update job set finished_at = ?, leased_until = null, outcome = 'called_off' where topic = ? and finished_at is null and payload->>'${field}' in (${marks})`,
    [now, topic.name, ...values],
  );
}
