import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { GenerationsService, PortraitPictures } from '../../generations/index.js';
import { lockUser } from '../../identity/index.js';
import { Clock, DAY } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { ConsentsService } from '../../privacy/index.js';
import { PublishedLinks } from '../published-links.service.js';
import { VoteEndings } from './vote-endings.service.js';
import { Vote, VoteChoice } from './vote.entity.js';
import { VoteStarted } from './votes.events.js';
import type { OwnVote, StartVoteBody } from './votes.schemas.js';

/** «Welches nehme ich?», for who asks. */
@Injectable()
export class VotesService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly generations: GenerationsService,
    private readonly pictures: PortraitPictures,
    private readonly consents: ConsentsService,
    private readonly links: PublishedLinks,
    private readonly endings: VoteEndings,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @returns the vote, and the token of its link
   * @throws AppError `not_found` unless all portraits are one's own, `validation` for one that comes twice, `consent_required`,
   * `person_must_agree` where they show somebody else, `too_many_votes`
   */
  async start(userId: string, { portraitIds, personAgrees }: StartVoteBody): Promise<{ vote: OwnVote; token: string }> {
    if (new Set(portraitIds).size !== portraitIds.length)
      throw new AppError('validation', { detail: 'a portrait comes twice' });
    return this.em.fork().transactional(async (em) => {
      // The user's row before all others of theirs (docs/leaving.md).
      await lockUser(em, userId);
      const portraits = await this.generations.finishedPortraits(em, userId, portraitIds);
      if (!portraits) throw new AppError('not_found');
      let isOther = false;
      for (const profileId of new Set(portraits.map((portrait) => portrait.profileId)))
        isOther = (await this.showsOther(em, userId, profileId, personAgrees)) || isOther;
      const now = this.clock.now();
      const open = await em.count(Vote, { userId, endedAt: null, endsAt: { $gt: now } });
      if (open >= facts.votes.mostOpen) throw new AppError('too_many_votes');
      const last = now.getTime() + facts.votes.days * DAY;
      const endsAt = new Date(Math.min(last, ...portraits.map(({ expiresAt }) => expiresAt.getTime())));
      const vote = em.create(Vote, {
        id: randomUUID(),
        userId,
        endsAt,
        personAgreedAt: isOther ? now : null,
        createdAt: now,
      });
      const choices = portraits.map(({ id, generationId }, index) =>
        em.create(VoteChoice, {
          voteId: vote.id,
          number: index + 1,
          portraitId: id,
          generationId,
          votes: 0,
          createdAt: now,
        }),
      );
      await em.flush();
      await this.outbox.add(em, VoteStarted, { voteId: vote.id });
      const token = await this.links.create(em, { userId, purpose: 'vote', subjectId: vote.id, endsAt });
      const previews = await this.pictures.previewLinks(em, userId, portraitIds);
      return { vote: viewVote(vote, choices, previews, now), token };
    });
  }

  /** @returns whether it is somebody else's face. @throws AppError `consent_required`, `person_must_agree` */
  private async showsOther(
    em: EntityManager,
    userId: string,
    profileId: string,
    personAgrees: boolean,
  ): Promise<boolean> {
    if (!(await this.consents.allowsUseOfProfile(em, userId, profileId))) throw new AppError('consent_required');
    const isOther = await this.consents.showsSomebodyElse(em, userId, profileId);
    if (isOther && !personAgrees) throw new AppError('person_must_agree');
    return isOther;
  }

  /** Open votes and the results of those that have ended, the newest first. */
  async list(userId: string): Promise<OwnVote[]> {
    const em = this.em.fork();
    const votes = await em.find(Vote, { userId }, { orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] });
    const choices = await em.find(
      VoteChoice,
      { voteId: { $in: votes.map(({ id }) => id) } },
      { orderBy: { number: 'asc' } },
    );
    const previews = await this.pictures.previewLinks(
      em,
      userId,
      choices.map(({ portraitId }) => portraitId),
    );
    const now = this.clock.now();
    return votes.map((vote) =>
      viewVote(
        vote,
        choices.filter(({ voteId }) => voteId === vote.id),
        previews,
        now,
      ),
    );
  }

  /** Its link opens nothing from now on. @throws AppError `not_found` */
  async end(userId: string, id: string): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const vote = await em.findOne(Vote, { id, userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!vote) throw new AppError('not_found');
      await this.endings.end(em, [vote], 'asked');
    });
  }
}

const viewVote = (
  vote: Vote,
  choices: readonly VoteChoice[],
  previews: ReadonlyMap<string, string>,
  now: Date,
): OwnVote => ({
  id: vote.id,
  open: !vote.endedAt && vote.endsAt > now,
  createdAt: vote.createdAt.toISOString(),
  endsAt: (vote.endedAt ?? vote.endsAt).toISOString(),
  choices: choices.map(({ number, portraitId, generationId, votes }) => ({
    number,
    portraitId,
    generationId,
    votes,
    previewUrl: previews.get(portraitId) ?? null,
  })),
});
