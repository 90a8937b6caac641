import { deviceDatabase, type QueuedDeletion } from './database';

/** Notes a deletion that was asked for without a network. */
export async function queueDeletion(deletion: Omit<QueuedDeletion, 'queuedAt'>): Promise<void> {
  await (await deviceDatabase()).put('deletions', { ...deletion, queuedAt: Date.now() });
}

/** The deletions of a customer that the server has not confirmed yet, oldest first. */
export async function queuedDeletions(userId: string): Promise<QueuedDeletion[]> {
  try {
    return (await (await deviceDatabase()).getAllFromIndex('deletions', 'byUser', userId)).toSorted(
      (a, b) => a.queuedAt - b.queuedAt,
    );
  } catch {
    return []; // a browser that keeps nothing
  }
}

/** The server has answered. */
export async function forgetDeletion(id: string): Promise<void> {
  await (await deviceDatabase()).delete('deletions', id);
}
