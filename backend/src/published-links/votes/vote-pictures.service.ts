import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { SmallPortraits } from '../../generations/small-portraits/index.js';
import { VoteChoice } from './vote.entity.js';

/** The worker's part of a vote: what friends see of its portraits. */
@Injectable()
export class VotePictures {
  constructor(
    private readonly em: EntityManager,
    private readonly pictures: SmallPortraits,
  ) {}

  async make(voteId: string, signal: AbortSignal): Promise<void> {
    const choices = await this.em.fork().find(VoteChoice, { voteId }, { orderBy: { number: 'asc' } });
    for (const { portraitId } of choices) await this.pictures.make(portraitId, signal);
  }
}
