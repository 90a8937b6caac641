import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../payments.tables.js';

/** Who an account of which nothing is to be left was at the provider. */
export async function forgetCustomer(em: EntityManager, userId: string): Promise<void> {
  await db(em).deleteFrom('billing_customer').where('user_id', '=', userId).execute();
}
