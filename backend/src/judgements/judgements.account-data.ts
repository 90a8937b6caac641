import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../identity/index.js';
import { Judgement } from './judgement.entity.js';
import { JudgementsService } from './judgements.service.js';

/** Judgements of runs, and where somebody was asked for one and said nothing. */
@Injectable()
export class JudgementsAccountData extends AccountDataPart {
  readonly name = 'judgements';
  readonly explains = [
    {
      path: 'urteile.json',
      text: 'Ihre Urteile über Generationen («Erkennt man Sie?»), mit Satz, Einwilligung und unserer Antwort; «declined» nennt Generationen, zu denen wir Sie gefragt haben und zu denen Sie kein Urteil abgegeben oder es zurückgezogen haben.',
    },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly judgements: JudgementsService,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const declined = await this.em
      .fork()
      .find(Judgement, { userId, judgedAt: null }, { orderBy: { createdAt: 'asc' } });
    yield {
      path: 'urteile.json',
      json: {
        judgements: await this.judgements.list(userId),
        declined: declined.map(({ generationId, createdAt }) => ({ generationId, askedAt: createdAt })),
      },
    };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await em.nativeDelete(Judgement, { userId });
    return {};
  }
}
