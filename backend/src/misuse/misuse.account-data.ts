import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, confirmedAddress, type Counts, type ExportPart } from '../identity/index.js';
import { MisuseReportRun } from './misuse-report-run.entity.js';
import { MisuseReport } from './misuse-report.entity.js';

/**
 * Reports that somebody made under the address of their account. Only where both know the address to be theirs: a report by its
 * confirmation, the account by its own.
 */
@Injectable()
export class MisuseAccountData extends AccountDataPart {
  readonly name = 'misuse';
  readonly explains = [
    {
      path: 'missbrauchsmeldungen.json',
      text: 'Missbrauch, den Sie unter Ihrer Adresse gemeldet haben: was Sie schrieben, was daraus wurde und unsere Antwort.',
    },
  ];

  constructor(private readonly em: EntityManager) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const email = await confirmedAddress(em, userId);
    const reports = email
      ? await em.find(MisuseReport, { email, status: { $ne: 'unconfirmed' } }, { orderBy: { createdAt: 'asc' } })
      : [];
    yield {
      path: 'missbrauchsmeldungen.json',
      json: reports.map(({ number, createdAt, reason, statement, link, status, confirmedAt, closedAt, answer }) => ({
        number,
        createdAt,
        reason,
        statement: statement ?? null,
        link: link ?? null,
        status,
        confirmedAt,
        closedAt: closedAt ?? null,
        answer: answer ?? null,
      })),
    };
  }

  /** The case stays for whom it concerns, without the address and the words. Of a run in a case, whose it was is forgotten. */
  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await em.nativeUpdate(MisuseReportRun, { userId }, { userId: null });
    const email = await confirmedAddress(em, userId);
    if (!email) return {};
    await em.nativeDelete(MisuseReport, { email, status: 'unconfirmed' });
    await em.nativeUpdate(MisuseReport, { email }, { email: '', statement: null, link: null, answer: null });
    return {};
  }
}
