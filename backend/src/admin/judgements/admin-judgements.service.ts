import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  countJudgements,
  countJudgementsByStyle,
  countSentences,
  JudgementsReviewService,
  pageOfSentences,
} from '../../judgements/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { StylesService } from '../../styles/index.js';
import { AuditLog } from '../audit/audit-log.service.js';
import type {
  AdminHidingBody,
  AdminJudgementFigures,
  AdminReplyBody,
  AdminSentence,
} from './admin-judgements.schemas.js';

/** Judgements as admins see them, and the little they may do about them. */
@Injectable()
export class AdminJudgementsService {
  constructor(
    private readonly em: EntityManager,
    private readonly styles: StylesService,
    private readonly review: JudgementsReviewService,
    private readonly audit: AuditLog,
  ) {}

  async figures(): Promise<AdminJudgementFigures> {
    const [all, byStyle, sentences] = [
      await countJudgements(this.em),
      await countJudgementsByStyle(this.em),
      await countSentences(this.em),
    ];
    return {
      all,
      styles: (await this.styles.listAll()).flatMap(({ id, displayName }) => {
        const found = byStyle.find(({ styleId }) => styleId === id);
        return found ? [{ styleName: displayName, figures: found.figures }] : [];
      }),
      sentences: sentences.published,
      hiddenSentences: sentences.hidden,
    };
  }

  async list(page: PageQuery): Promise<{ items: AdminSentence[]; nextCursor: string | null }> {
    const { items, nextCursor } = await pageOfSentences(this.em, page);
    const styles = await this.styles.byIds([...new Set(items.map(({ styleId }) => styleId))]);
    return {
      items: items.map((judgement) => ({
        id: judgement.id,
        styleName: styles.find(({ id }) => id === judgement.styleId)?.displayName ?? null,
        sentence: judgement.sentence!,
        likeness: judgement.likeness!,
        wouldUse: judgement.wouldUse!,
        judgedAt: judgement.judgedAt!.toISOString(),
        reply: judgement.reply ?? null,
        hiddenReason: judgement.hiddenReason ?? null,
      })),
      nextCursor,
    };
  }

  /** The words of a reply are on the page and not in the log: they go with the sentence. */
  async reply(actorId: string, id: string, { sentence, reply }: AdminReplyBody): Promise<void> {
    await this.audit.run(actorId, async (em) =>
      (await this.review.reply(em, { id, sentence }, reply))
        ? { action: 'judgement.reply', subjectId: id, reason: reply === null ? 'Antwort entfernt' : 'Antwort' }
        : null,
    );
  }

  async hide(actorId: string, id: string, { sentence, reason }: AdminHidingBody): Promise<void> {
    await this.audit.run(actorId, async (em) => {
      await this.review.hide(em, { id, sentence }, reason);
      return { action: 'judgement.hide', subjectId: id, reason };
    });
  }

  async show(actorId: string, id: string, { sentence, reason }: AdminHidingBody): Promise<void> {
    await this.audit.run(actorId, async (em) => {
      await this.review.show(em, { id, sentence });
      return { action: 'judgement.show', subjectId: id, reason };
    });
  }
}
