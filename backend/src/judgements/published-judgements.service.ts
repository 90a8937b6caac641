import { Inject, Injectable } from '@nestjs/common';
import { EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../config/index.js';
import { facts } from '../facts/index.js';
import { StylesService } from '../styles/index.js';
import { Judgement } from './judgement.entity.js';
import { countJudgements, countJudgementsByStyle, countSentences } from './judgements.figures.js';
import type { PublishedJudgements } from './judgements.schemas.js';

const { shownFrom, sentencesShown } = facts.judgements;

const monthOf = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich', year: 'numeric', month: '2-digit' });

/** What anybody may read of the judgements: counts, and sentences whose authors have agreed. Asked of the rows each time, so that nothing withdrawn is told. */
@Injectable()
export class PublishedJudgementsService {
  constructor(
    private readonly em: EntityManager,
    private readonly styles: StylesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts and sentences as of one moment. */
  async read(): Promise<PublishedJudgements> {
    const testPayments = !/^(?:sk|rk)_live_/.test(this.config.stripe.secretKey);
    const found = await this.em.fork().transactional(
      async (em) => ({
        all: await countJudgements(em),
        byStyle: await countJudgementsByStyle(em),
        sentences: await countSentences(em),
        newest: await em.find(
          Judgement,
          { sentence: { $ne: null }, hiddenAt: null },
          { orderBy: [{ judgedAt: 'desc' }, { id: 'desc' }], limit: sentencesShown },
        ),
        styles: await this.styles.listAll(),
      }),
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
    );
    if (!found.all || found.all.judgements < shownFrom)
      return { all: null, styles: [], sentences: [], sentencesInAll: 0, hiddenSentences: 0, testPayments };
    const nameOf = (id: string) => {
      const style = found.styles.find((each) => each.id === id);
      return style ? { slug: style.slug, displayName: style.displayName } : null;
    };
    return {
      all: found.all,
      styles: found.styles.flatMap(({ id, slug, displayName }) => {
        const figures = found.byStyle.find(({ styleId }) => styleId === id)?.figures;
        return figures && figures.judgements >= shownFrom ? [{ slug, displayName, figures }] : [];
      }),
      sentences: found.newest.map(({ styleId, judgedAt, sentence, reply }) => ({
        style: nameOf(styleId),
        month: monthOf.format(judgedAt!),
        sentence: sentence!,
        reply: reply ?? null,
      })),
      sentencesInAll: found.sentences.published,
      hiddenSentences: found.sentences.hidden,
      testPayments,
    };
  }
}
