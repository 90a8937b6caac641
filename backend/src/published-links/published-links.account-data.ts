import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../identity/index.js';
import { PublishedLink } from './published-link.entity.js';
import { forgetVotes, VoteEndings } from './votes/vote-endings.service.js';
import { db } from './published-links.tables.js';

/** Links under which a customer's portraits are seen, and what was chosen there. */
@Injectable()
export class PublishedLinksAccountData extends AccountDataPart {
  readonly name = 'published-links';
  readonly explains = [
    {
      path: 'abstimmungen.json',
      text: 'Abstimmungen, die Sie unter Freunden begonnen haben: die Portraits, wie oft jedes gewählt wurde, und wann sie enden. Von den Abstimmenden ist nichts bekannt.',
    },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly endings: VoteEndings,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const rows = await db(em)
      .selectFrom('vote as v')
      .innerJoin('vote_choice as c', 'c.vote_id', 'v.id')
      .select([
        'v.id',
        'v.created_at',
        'v.ends_at',
        'v.ended_at',
        'v.person_agreed_at',
        'c.number',
        'c.portrait_id',
        'c.votes',
      ])
      .where('v.user_id', '=', userId)
      .orderBy('v.created_at')
      .orderBy('v.id')
      .orderBy('c.number')
      .execute();
    const votes = Map.groupBy(rows, ({ id }) => id);
    yield {
      path: 'abstimmungen.json',
      json: [...votes.values()].map((choices) => ({
        id: choices[0]!.id,
        createdAt: choices[0]!.created_at,
        endsAt: choices[0]!.ends_at,
        endedAt: choices[0]!.ended_at,
        personAgreedAt: choices[0]!.person_agreed_at,
        choices: choices.map(({ number, portrait_id, votes: count }) => ({
          number,
          portraitId: portrait_id,
          votes: count,
        })),
      })),
    };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await forgetVotes(em, { userId });
    await em.nativeDelete(PublishedLink, { userId });
    return {};
  }

  /** What was misused is not shown to anybody. */
  async block(em: EntityManager, userId: string): Promise<void> {
    await this.endings.endAll(em, userId, 'misuse');
  }
}
