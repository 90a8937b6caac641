import { Injectable } from '@nestjs/common';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { Judgement } from './judgement.entity.js';

/** Which sentence, as it was read: what its author changes or takes back meanwhile is not meant. */
export interface ReadSentence {
  id: string;
  sentence: string;
}

/**
 * All that an operator may do about judgements: reply to a sentence, and hide one that is unlawful. None can be entered, changed, deleted
 * or left out of the count. Joins the transaction of the act.
 */
@Injectable()
export class JudgementsReviewService {
  constructor(private readonly clock: Clock) {}

  /** @param reply null takes it away. @returns whether anything changed. @throws AppError `not_found`; `conflict` when the sentence is another now */
  async reply(em: EntityManager, which: ReadSentence, reply: string | null): Promise<boolean> {
    const judgement = await this.lock(em, which);
    if ((judgement.reply ?? null) === reply) return false;
    Object.assign(judgement, { reply, repliedAt: reply === null ? null : this.clock.now() });
    await em.flush();
    return true;
  }

  /** @throws like `reply` */
  async hide(em: EntityManager, which: ReadSentence, reason: string): Promise<void> {
    const judgement = await this.lock(em, which);
    if (judgement.hiddenAt) throw new AppError('conflict', { detail: 'this sentence is hidden already' });
    Object.assign(judgement, { hiddenAt: this.clock.now(), hiddenReason: reason, wasHidden: true });
    await em.flush();
  }

  /** @throws like `reply` */
  async show(em: EntityManager, which: ReadSentence): Promise<void> {
    const judgement = await this.lock(em, which);
    if (!judgement.hiddenAt) throw new AppError('conflict', { detail: 'this sentence is shown already' });
    Object.assign(judgement, { hiddenAt: null, hiddenReason: null, wasHidden: false });
    await em.flush();
  }

  private async lock(em: EntityManager, { id, sentence }: ReadSentence): Promise<Judgement> {
    const judgement = await em.findOne(Judgement, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (!judgement?.sentence) throw new AppError('not_found');
    if (judgement.sentence !== sentence) throw new AppError('conflict', { detail: 'its author has changed it' });
    return judgement;
  }
}
