import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { PortraitPictures } from '../../generations/index.js';
import { hashToken } from '../../identity/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { PublishedLinks } from '../published-links.service.js';
import { Vote, VoteBallot, VoteChoice } from './vote.entity.js';
import type { OpenVote } from './votes.schemas.js';

/** «Welches nehme ich?», for who is asked: by the link alone, without a name or an address. */
@Injectable()
export class OpenVotes {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly links: PublishedLinks,
    private readonly pictures: PortraitPictures,
  ) {}

  /** @throws AppError `not_found` once the vote has ended */
  async read(token: string, voter: string | null): Promise<OpenVote> {
    const em = this.em.fork();
    const vote = await this.find(em, token);
    const choices = await em.find(VoteChoice, { voteId: vote.id }, { orderBy: { number: 'asc' } });
    const ballot = voter ? await em.findOne(VoteBallot, { voteId: vote.id, voterHash: voterOf(vote, voter) }) : null;
    return {
      endsAt: vote.endsAt.toISOString(),
      choices: await Promise.all(
        choices.map(async ({ number, portraitId }) => {
          const webp = await this.pictures.readSmall(em, portraitId);
          return { number, picture: webp ? `data:image/webp;base64,${webp.toString('base64')}` : null };
        }),
      ),
      chosen: ballot?.number ?? null,
    };
  }

  /** @throws AppError `not_found`, `conflict` for another choice of a browser that has chosen, `rate_limited` once all ballots are given */
  async choose(token: string, voter: string, number: number): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const { id } = await this.find(em, token);
      // One after the other: counts and the number of ballots are exact, and an end in between is seen.
      const vote = await em.findOne(
        Vote,
        { id, endedAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      const choice = vote ? await em.findOne(VoteChoice, { voteId: id, number }) : null;
      if (!vote || !choice) throw new AppError('not_found');
      const voterHash = voterOf(vote, voter);
      const given = await em.findOne(VoteBallot, { voteId: id, voterHash });
      if (given?.number === number) return;
      if (given) throw new AppError('conflict', { detail: 'this browser has chosen' });
      if ((await em.count(VoteBallot, { voteId: id })) >= facts.votes.mostBallots) throw new AppError('rate_limited');
      em.create(VoteBallot, { voteId: id, voterHash, number, createdAt: this.clock.now() });
      choice.votes += 1;
      await em.flush();
    });
  }

  private async find(em: EntityManager, token: string): Promise<Vote> {
    const voteId = await this.links.find(em, 'vote', token);
    const vote = voteId ? await em.findOne(Vote, { id: voteId, endedAt: null }) : null;
    if (!vote) throw new AppError('not_found');
    return vote;
  }
}

/** The same browser looks different in each vote. */
const voterOf = (vote: Vote, voter: string): string => hashToken(`${vote.id} ${voter}`);
