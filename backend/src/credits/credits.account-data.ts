import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type ExportPart } from '../identity/index.js';
import { CreditEntry } from './credit-entry.entity.js';
import { CreditsService } from './credits.service.js';

/** The ledger is accounting: it is exported, and stays when an account goes. */
@Injectable()
export class CreditsAccountData extends AccountDataPart {
  readonly name = 'credits';
  readonly explains = [
    {
      path: 'credits.json',
      text: 'Ihr Guthaben, was davon nach einer Rückbuchung offen ist, und jede Buchung darauf.',
    },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly credits: CreditsService,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const entries = await this.em.fork().find(CreditEntry, { userId }, { orderBy: { seq: 'asc' } });
    yield {
      path: 'credits.json',
      json: {
        balance: await this.credits.balance(userId),
        owed: await this.credits.owed(userId),
        entries: entries.map(({ id, createdAt, delta, reason, balanceAfter, profileId, generationId, causedBy }) => ({
          id,
          createdAt,
          delta,
          reason,
          balanceAfter,
          profileId: profileId ?? null,
          generationId: generationId ?? null,
          causedBy: causedBy ?? null,
        })),
      },
    };
  }
}
