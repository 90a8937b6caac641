import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/clock/index.js';
import { SecurityNotices, hashToken } from '../../identity/index.js';
import { plainCode } from './one-time-codes.js';
import { RecoveryCode } from '../credentials/recovery-code.entity.js';
import { db } from '../sign-in.tables.js';

const CODES = 10;
/** 32 signs without those mistaken for others: 5 bits each, so a code has 50. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUP_LENGTH = 5;

/** Codes on paper for the day the telephone is lost. */
@Injectable()
export class RecoveryCodesService {
  constructor(
    private readonly clock: Clock,
    private readonly notices: SecurityNotices,
  ) {}

  /** Ends the old codes. @returns the new ones, which are shown once and stored only as hashes. */
  async replaceAll(em: EntityManager, userId: string): Promise<string[]> {
    await this.removeAll(em, userId);
    const codes = Array.from({ length: CODES }, () => `${group()}-${group()}`);
    const createdAt = this.clock.now();
    for (const code of codes)
      em.create(RecoveryCode, { id: randomUUID(), userId, codeHash: hashOf(userId, code), createdAt });
    await em.flush();
    return codes;
  }

  /** Uses a code up, in the caller's transaction; of several who try, one succeeds. The owner is told. */
  async use(em: EntityManager, userId: string, typed: string): Promise<boolean> {
    const used = await db(em)
      .updateTable('recovery_code')
      .set({ used_at: this.clock.now() })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashOf(userId, typed))
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!used) return false;
    await this.notices.add(em, userId, 'recovery_code_used');
    return true;
  }

  async removeAll(em: EntityManager, userId: string): Promise<void> {
    await em.nativeDelete(RecoveryCode, { userId });
  }
}

function group(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Mixed with the owner, so that a stolen table has to be tried person by person. */
function hashOf(userId: string, code: string): string {
  return hashToken(`${userId}:${plainCode(code)}`);
}
