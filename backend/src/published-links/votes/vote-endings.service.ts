import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { PortraitDeleted, RunDeleted } from '../../generations/index.js';
import { Clock } from '../../platform/clock/index.js';
import { DomainEvents } from '../../platform/domain-events/index.js';
import { FaceDataRegistry, type DeletionRule } from '../../privacy/index.js';
import { PublishedLinks } from '../published-links.service.js';
import { Vote, VoteBallot, VoteChoice } from './vote.entity.js';

/** How votes end before their time: at once, in the transaction of what ends them. */
@Injectable()
export class VoteEndings implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly links: PublishedLinks,
    private readonly domainEvents: DomainEvents,
    private readonly faceData: FaceDataRegistry,
  ) {}

  onModuleInit(): void {
    this.domainEvents.subscribe(RunDeleted, (em, { generationId, isMisused }) =>
      this.forget(em, { generationId }, isMisused ? 'misuse' : 'asked'),
    );
    this.domainEvents.subscribe(PortraitDeleted, (em, { portraitId }) => this.forget(em, { portraitId }, 'asked'));
    this.faceData.register({ name: 'votes', stopShowing: (em, userId) => this.endAll(em, userId) });
  }

  /** The rows are locked by the caller. */
  async end(em: EntityManager, votes: readonly Vote[], rule: DeletionRule): Promise<void> {
    const now = this.clock.now();
    for (const vote of votes) if (!vote.endedAt && vote.endsAt > now) vote.endedAt = now;
    await em.flush();
    await this.links.revoke(
      em,
      votes.map(({ id }) => id),
      rule,
    );
  }

  async endAll(em: EntityManager, userId: string, rule: DeletionRule = 'asked'): Promise<void> {
    await this.end(em, await lockVotes(em, { userId, endedAt: null }), rule);
  }

  /** After a restore: votes whose links were taken back before end again; their owners have had the receipt. @returns how many links were there again */
  async endAgain(em: EntityManager, linkIds: readonly string[]): Promise<number> {
    const votes = await lockVotes(em, { id: { $in: await this.links.subjectsOf(em, linkIds) } });
    for (const vote of votes) vote.endedAt ??= this.clock.now();
    await em.flush();
    return this.links.removeAgain(em, linkIds);
  }

  /** A vote in which a portrait has gone ends: what was chosen until then was chosen among others. */
  private async forget(
    em: EntityManager,
    gone: { generationId: string } | { portraitId: string },
    rule: DeletionRule,
  ): Promise<void> {
    const choices = await em.find(VoteChoice, gone);
    if (choices.length === 0) return;
    const ids = [...new Set(choices.map(({ voteId }) => voteId))];
    await this.end(em, await lockVotes(em, { id: { $in: ids } }), rule);
    await em.nativeDelete(VoteChoice, gone);
  }
}

/** Removes votes with all that was chosen in them. @returns how many */
export async function forgetVotes(
  em: EntityManager,
  which: { userId: string } | { id: { $in: string[] } },
): Promise<number> {
  // As a ballot and an end do: the vote's row first.
  const votes = await lockVotes(em, which);
  const ids = votes.map(({ id }) => id);
  for (const vote of votes) em.getUnitOfWork().unsetIdentity(vote);
  const voteId = { $in: ids };
  await em.nativeDelete(VoteBallot, { voteId });
  await em.nativeDelete(VoteChoice, { voteId });
  return em.nativeDelete(Vote, { id: voteId });
}

const lockVotes = (em: EntityManager, which: { userId: string; endedAt?: null } | { id: { $in: string[] } }) =>
  em.find(Vote, which, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } });
