import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from './notifications.tables.js';

/** That emails went to an account of which nothing is to be left. */
export async function forgetEmails(em: EntityManager, userId: string): Promise<void> {
  await db(em).deleteFrom('mail').where('user_id', '=', userId).execute();
}
