import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../platform/clock/index.js';
import { AuditEntry } from './audit-entry.entity.js';

export type AuditAction = 'user.block' | 'user.unblock' | 'user.synchronise';

/** Writes down what admins do. */
@Injectable()
export class AuditLog {
  constructor(private readonly clock: Clock) {}

  /** Joins the transaction of the act: no act without its line, no line without its act. */
  async add(em: EntityManager, entry: { actorId: string; action: AuditAction; subjectId: string; reason: string }): Promise<void> {
    if (!em.isInTransaction()) throw new Error('AuditLog.add needs a transaction');
    em.create(AuditEntry, { ...entry, createdAt: this.clock.now() });
    await em.flush();
  }
}
