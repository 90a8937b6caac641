import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../partners.tables.js';

/** What waits for an endpoint that is switched off is given up; the jobs of it find nothing to send. */
export async function giveUpDeliveries(em: EntityManager, endpointId: string): Promise<void> {
  await db(em)
    .updateTable('webhook_delivery')
    .set({ state: 'failed', next_attempt_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .execute();
}
