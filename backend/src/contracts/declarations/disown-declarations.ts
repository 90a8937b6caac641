import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../contracts.tables.js';

/** Anybody could have typed the address of an account that never became one: what was declared under it is not theirs. */
export async function disownDeclarations(em: EntityManager, userId: string): Promise<void> {
  await db(em).updateTable('declaration').set({ user_id: null }).where('user_id', '=', userId).execute();
}
