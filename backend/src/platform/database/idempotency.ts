import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../errors/index.js';

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
    const inserted: unknown[] = await em.execute(
      `insert into idempotency_record (id, created_at, user_id, key, operation, request_hash) values (?, now(), ?, ?, ?, ?)
       on conflict (user_id, key) do nothing returning id`,
      [randomUUID(), intent.userId, intent.key, intent.operation, requestHash],
    );
    if (inserted.length === 0) return this.earlierResult(em, intent, requestHash);
    const resultId = await command();
    await em.execute('update idempotency_record set result_id = ? where user_id = ? and key = ?', [
      resultId,
      intent.userId,
      intent.key,
    ]);
    return resultId;
  }

  private async earlierResult(em: EntityManager, intent: Intent, requestHash: string): Promise<string> {
    const [row] = await em.execute<{ operation: string; request_hash: string; result_id: string }[]>(
      'select operation, request_hash, result_id from idempotency_record where user_id = ? and key = ?',
      [intent.userId, intent.key],
    );
    if (!row || row.operation !== intent.operation || row.request_hash !== requestHash)
      throw new AppError('idempotency_conflict');
    return row.result_id;
  }
}
