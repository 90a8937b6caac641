import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AppError } from '../errors/index.js';
import { db } from './database.tables.js';

export interface Intent {
  userId: string;
  key: string;
  operation: string;
  request: unknown;
}

/**
 * Makes a command happen once per key. Runs inside the command's transaction: two requests with one key meet at the
 * unique row, the second waits for the first to commit and then gets its result.
 */
@Injectable()
export class Idempotency {
  /**
   * @returns the id of what the command made, now or the first time.
   * @throws AppError `idempotency_conflict` when the key was used for another request.
   */
  async once(em: EntityManager, intent: Intent, command: () => Promise<string>): Promise<string> {
    if (!em.isInTransaction()) throw new Error('Idempotency.once needs a transaction');
    const requestHash = createHash('sha256').update(JSON.stringify(intent.request)).digest('hex');
    const inserted = await db(em)
      .insertInto('idempotency_record')
      .values({
        id: randomUUID(),
        created_at: sql<Date>`now()`,
        user_id: intent.userId,
        key: intent.key,
        operation: intent.operation,
        request_hash: requestHash,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return this.earlierResult(em, intent, requestHash);
    const resultId = await command();
    await db(em)
      .updateTable('idempotency_record')
      .set({ result_id: resultId })
      .where('user_id', '=', intent.userId)
      .where('key', '=', intent.key)
      .execute();
    return resultId;
  }

  private async earlierResult(em: EntityManager, intent: Intent, requestHash: string): Promise<string> {
    const row = await db(em)
      .selectFrom('idempotency_record')
      .select(['operation', 'request_hash', 'result_id'])
      .where('user_id', '=', intent.userId)
      .where('key', '=', intent.key)
      .executeTakeFirst();
    if (!row?.result_id || row.operation !== intent.operation || row.request_hash !== requestHash)
      throw new AppError('idempotency_conflict');
    return row.result_id;
  }
}
