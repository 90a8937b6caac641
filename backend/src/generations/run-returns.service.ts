import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CreditsService, type ReturnCause } from '../credits/index.js';
import { facts } from '../facts/index.js';
import { Clock } from '../platform/clock/index.js';
import { FreeRepeat } from './free-repeat.entity.js';
import type { Generation } from './generation.entity.js';
import { chargeKey, returnKey } from './generation-keys.js';
import { db } from './generations.tables.js';

/** When the credits of a run come back, and what that depends on. */
@Injectable()
export class RunReturns {
  constructor(
    private readonly credits: CreditsService,
    private readonly clock: Clock,
  ) {}

  /** What its customer would get back by deleting this run now, in credits. */
  onDeletion(run: Generation): number {
    return !run.repeatOf && isUntouched(run) ? facts.generation.credits : 0;
  }

  /**
   * Gives back what a run under way has cost, once: its credits, or the profile's free repeat. On the customer's own act only while
   * nothing of it was shown. The caller has locked the run's row: a preview is noted under the same lock.
   * @returns the new balance, or null when nothing came back
   */
  async book(em: EntityManager, run: Generation, causedBy: ReturnCause): Promise<number | null> {
    if (causedBy === 'customer' && !isUntouched(run)) return null;
    if (run.repeatOf) {
      await em.nativeDelete(FreeRepeat, { generationId: run.id });
      return null;
    }
    return this.credits.book(em, {
      userId: run.userId,
      delta: facts.generation.credits,
      reason: 'generation_return',
      businessKey: returnKey(run.id),
      generationId: run.id,
      causedBy,
    });
  }

  /** Records that something of the run can be seen from now on, in the transaction that makes it so. A run that cost nothing needs no record. */
  async noteShown(em: EntityManager, { id, userId }: Pick<Generation, 'id' | 'userId'>): Promise<void> {
    if (!(await this.credits.isBooked(em, chargeKey(id)))) return;
    await db(em)
      .insertInto('shown_run')
      .values({ generation_id: id, user_id: userId, charge_key: chargeKey(id), shown_at: this.clock.now() })
      .onConflict((conflict) => conflict.column('generation_id').doNothing())
      .execute();
  }
}

export const isUnderWay = ({ status }: Generation): boolean => status === 'queued' || status === 'processing';

/** Nothing of it was shown yet. */
const isUntouched = (run: Generation): boolean => isUnderWay(run) && !isShown(run);

const isShown = ({ previewed, delivered }: Generation): boolean => previewed.length > 0 || delivered.length > 0;
