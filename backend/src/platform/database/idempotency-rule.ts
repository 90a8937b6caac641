import type { EntityManager } from '@mikro-orm/postgresql';
import { ageRule } from '../retention/index.js';
import { db } from './database.tables.js';

/** Keys of commands, for as long as somebody may repeat one. */
export const idempotencyRule = (kept: string) =>
  ageRule({ name: 'idempotency', table: 'idempotency_record', since: 't.created_at', kept });

/** Of somebody who leaves. */
export async function forgetIntents(em: EntityManager, userId: string): Promise<void> {
  await db(em).deleteFrom('idempotency_record').where('user_id', '=', userId).execute();
}
