import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CreditsService } from '../credits/index.js';
import { ConsentsService } from '../privacy/index.js';
import { Generation } from './generation.entity.js';
import { chargeKey } from './generation-keys.js';

/** Of which runs a customer may say how they came out. */
@Injectable()
export class JudgeableRuns {
  constructor(
    private readonly credits: CreditsService,
    private readonly consents: ConsentsService,
  ) {}

  /**
   * A completed run with portraits of the customer, paid for with credits that came from payments. No free repeat, no samples of an
   * emulator, and nobody else's face.
   * @returns null for a stranger's run as for a missing one
   */
  async find(em: EntityManager, userId: string, id: string): Promise<{ styleId: string; isJudgeable: boolean } | null> {
    const run = await em.findOne(Generation, { id, userId }, { refresh: true });
    if (!run) return null;
    const isJudgeable =
      run.status === 'completed' &&
      !run.repeatOf &&
      !run.isSample &&
      !(await this.consents.showsSomebodyElse(em, userId, run.profileId)) &&
      (await this.credits.isPaidFor(em, userId, chargeKey(id)));
    return { styleId: run.styleId, isJudgeable };
  }
}
