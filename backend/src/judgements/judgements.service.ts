import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { isAdmin, lockOpenAccount } from '../identity/index.js';
import { JudgeableRuns } from '../generations/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { DeletionReceipts } from '../privacy/index.js';
import { StylesService } from '../styles/index.js';
import { Judgement, NO_SENTENCE, NOT_GIVEN } from './judgement.entity.js';
import type { JudgementBody, OwnJudgement, RunJudgement } from './judgements.schemas.js';

/** Why a sentence is not shown that follows one that was hidden. */
const LOOKED_AT_FIRST = 'Einen früheren Satz mussten wir ausblenden. Diesen sehen wir uns zuerst an.';

/** What customers say of their own runs. What they said once they may change and take back at any time, also when the run has gone. */
@Injectable()
export class JudgementsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly runs: JudgeableRuns,
    private readonly styles: StylesService,
    private readonly receipts: DeletionReceipts,
  ) {}

  /** @throws AppError `not_found`, also for a stranger's run. */
  async get(userId: string, generationId: string): Promise<RunJudgement> {
    const found = await this.em.findOne(Judgement, { userId, generationId }, { refresh: true });
    const isJudgeable = found?.judgedAt ? true : (await this.requireRun(this.em, userId, generationId)).isJudgeable;
    return { isJudgeable, isAsked: found !== null, judgement: (await this.view(found ? [found] : []))[0] ?? null };
  }

  async list(userId: string): Promise<OwnJudgement[]> {
    const own = await this.em.find(
      Judgement,
      { userId, judgedAt: { $ne: null } },
      { orderBy: { judgedAt: 'desc' }, refresh: true },
    );
    return this.view(own);
  }

  /**
   * Gives a judgement, or changes the own one. Another sentence is agreed to anew, and has no reply to it yet; the one before leaves a receipt.
   * Where one was hidden, the next is not published before an admin has shown it.
   * @throws AppError `not_found`, `run_not_judgeable`
   */
  async give(userId: string, generationId: string, { sentence, consentVersion, ...answers }: JudgementBody) {
    await this.em.transactional(async (em) => {
      const found = await this.lock(em, userId, generationId);
      const { styleId, isJudgeable } = found?.judgedAt
        ? { styleId: found.styleId, isJudgeable: true }
        : await this.requireRun(em, userId, generationId);
      if (!isJudgeable) throw new AppError('run_not_judgeable');
      const isAnother = sentence !== (found?.sentence ?? null);
      // Before the time of the new consent: a replay then knows which of the two sentences went.
      if (found?.sentence && isAnother) await this.note(em, 'judgement_sentence', found);
      const now = this.clock.now();
      const judgement =
        found ?? em.create(Judgement, { id: randomUUID(), userId, generationId, styleId, createdAt: now });
      Object.assign(judgement, { ...answers, judgedAt: judgement.judgedAt ?? now });
      if (isAnother) Object.assign(judgement, NO_SENTENCE, sentence && { sentence, consentedAt: now, consentVersion });
      if (isAnother && sentence && judgement.wasHidden)
        Object.assign(judgement, { hiddenAt: now, hiddenReason: LOOKED_AT_FIRST });
      await em.flush();
    });
    return this.get(userId, generationId);
  }

  /** Takes back what was said, with its sentence, and declines to be asked again. @throws AppError `not_found`. */
  async withdraw(userId: string, generationId: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const found = await this.lock(em, userId, generationId);
      if (found) {
        if (found.judgedAt) await this.note(em, 'judgement', found);
        Object.assign(found, NOT_GIVEN);
      } else {
        const { styleId } = await this.requireRun(em, userId, generationId);
        em.create(Judgement, { id: randomUUID(), userId, generationId, styleId, createdAt: this.clock.now() });
      }
      await em.flush();
    });
  }

  /**
   * After a restore: what was taken back by `before` and is there again goes once more; its author has had the receipt. What was given
   * anew since stays. @returns how many
   */
  async withdrawAgain(em: EntityManager, ids: readonly string[], before: Date): Promise<number> {
    return em.nativeUpdate(Judgement, { id: { $in: [...ids] }, judgedAt: { $lt: before } }, NOT_GIVEN);
  }

  /** The same of the sentence alone. */
  async unpublishAgain(em: EntityManager, ids: readonly string[], before: Date): Promise<number> {
    return em.nativeUpdate(Judgement, { id: { $in: [...ids] }, consentedAt: { $lt: before } }, NO_SENTENCE);
  }

  private note(em: EntityManager, kind: 'judgement' | 'judgement_sentence', { id, userId }: Judgement): Promise<void> {
    return this.receipts.write(em, { userId, kind, rule: 'asked', count: 1, ids: [id] });
  }

  /** Of two requests at once the second finds what the first wrote, and who is just leaving writes nothing more. */
  private async lock(em: EntityManager, userId: string, generationId: string): Promise<Judgement | null> {
    if (!(await lockOpenAccount(em, userId))) throw new AppError('not_found');
    return em.findOne(Judgement, { userId, generationId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  /** Who runs the installation judges nothing of it. */
  private async requireRun(em: EntityManager, userId: string, generationId: string) {
    const run = await this.runs.find(em, userId, generationId);
    if (!run) throw new AppError('not_found');
    return { ...run, isJudgeable: run.isJudgeable && !(await isAdmin(em, userId)) };
  }

  private async view(judgements: readonly Judgement[]): Promise<OwnJudgement[]> {
    const styles = await this.styles.byIds([...new Set(judgements.map(({ styleId }) => styleId))]);
    return judgements.flatMap((judgement) =>
      judgement.judgedAt
        ? [
            {
              generationId: judgement.generationId,
              styleName: styles.find(({ id }) => id === judgement.styleId)?.displayName ?? null,
              likeness: judgement.likeness!,
              wouldUse: judgement.wouldUse!,
              sentence: judgement.sentence ?? null,
              consentedAt: judgement.consentedAt?.toISOString() ?? null,
              reply: judgement.reply ?? null,
              hiddenReason: judgement.hiddenReason ?? null,
              judgedAt: judgement.judgedAt.toISOString(),
            },
          ]
        : [],
    );
  }
}
