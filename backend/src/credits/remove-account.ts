import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from './credits.tables.js';

/** The balance of an account that never had a line in the ledger. */
export async function removeCreditAccount(em: EntityManager, userId: string): Promise<void> {
  await db(em).deleteFrom('credit_account').where('user_id', '=', userId).execute();
}
