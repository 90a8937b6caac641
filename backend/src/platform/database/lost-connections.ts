import type { Pool, PoolClient } from 'pg';

/** How long a holder has to give back a connection that was lost, in milliseconds. A query that failed gives it back at once. */
const GIVE_BACK_MS = 1000;

/**
 * Takes connections that were lost within a transaction back into the pool. Kysely gives the connection of a transaction
 * back after a commit or rollback that succeeded, and on a lost one neither can: without this every outage costs slots
 * of the pool until none is left, and closing the pool waits for ever.
 */
export function reclaimLostConnections(pool: Pool): void {
  const held = new Set<PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      const reclaim = () => {
        if (held.has(client)) client.release(true);
      };
      setTimeout(reclaim, GIVE_BACK_MS).unref();
    });
  });
}
