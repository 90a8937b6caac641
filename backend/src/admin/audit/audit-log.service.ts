import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { isAdmin, lockAdmins } from '../../identity/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { AuditEntry } from './audit-entry.entity.js';

export const AUDIT_ACTIONS = [
  'user.block',
  'user.unblock',
  'user.synchronise',
  'user.credits',
  'user.role',
  'style.edit',
  'pack.create',
  'pack.edit',
  'pack.delete',
  'job.retry',
  'declaration.assign',
  'declaration.close',
  'refund.retry',
  'refund.settle',
  'misuse.remove_run',
  'misuse.close',
  'payment.confirm',
  'payment.refuse',
  'example.create',
  'example.edit',
  'example.show',
  'example.picture',
  'example.end',
  'example.reward',
  'judgement.reply',
  'judgement.hide',
  'judgement.show',
  'announcement.create',
  'announcement.take_back',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface Act {
  action: AuditAction;
  subjectId: string;
  /** What a thing was called before the act, kept with the line; never the name of a person. */
  subjectName?: string;
  reason: string;
  detail?: Record<string, unknown>;
}

/** Does what admins do, and writes it down. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs an act of an admin in one transaction with its line: no act without its line, no line without its act.
   * @param act what is done; answers what is to be written down, or null when nothing changed
   * @throws AppError `forbidden` when the actor stopped being an admin meanwhile
   */
  async run(actorId: string, act: (em: EntityManager) => Promise<Act | null>): Promise<void> {
    await this.write(actorId, async (em) => {
      await requireAdmin(em, actorId);
      return act(em);
    });
  }

  /** The same for a command of the operator, who needs no account to run it. */
  async runByCommand(act: (em: EntityManager) => Promise<Act | null>): Promise<void> {
    await this.write(null, act);
  }

  private async write(actorId: string | null, act: (em: EntityManager) => Promise<Act | null>): Promise<void> {
    await this.em.transactional(async (em) => {
      const done = await act(em);
      if (done) await this.add(em, actorId, done);
    });
  }

  /** Joins the transaction of the act. */
  async add(
    em: EntityManager,
    actorId: string | null,
    { action, subjectId, subjectName, reason, detail }: Act,
  ): Promise<void> {
    if (!em.isInTransaction()) throw new Error('AuditLog.add needs a transaction');
    em.create(AuditEntry, {
      actorId,
      action,
      subjectId,
      subjectName: subjectName ?? null,
      reason,
      detail: detail ?? null,
      createdAt: this.clock.now(),
    });
    await em.flush();
  }
}

/** Two admins who act on each other at the same time must not both succeed: the row of every admin is locked first, as by those who leave. */
async function requireAdmin(em: EntityManager, actorId: string): Promise<void> {
  await lockAdmins(em);
  if (!(await isAdmin(em, actorId))) throw new AppError('forbidden');
}
