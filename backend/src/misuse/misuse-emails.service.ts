import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MisuseReportRun } from './misuse-report-run.entity.js';
import { MisuseReport } from './misuse-report.entity.js';
import { MisuseTokens } from './misuse-tokens.js';

/** What mails to reporters need. None of them names a customer. */
@Injectable()
export class MisuseEmails {
  constructor(
    private readonly em: EntityManager,
    private readonly tokens: MisuseTokens,
  ) {}

  /** @returns null when it was confirmed or deleted meanwhile. */
  async toConfirm(reportId: string): Promise<{ report: MisuseReport; token: string } | null> {
    const report = await this.em.fork().findOne(MisuseReport, { id: reportId, status: 'unconfirmed' });
    return report && { report, token: this.tokens.of(reportId) };
  }

  /** @returns null when it is gone, or its address is. */
  async closed(reportId: string): Promise<{ report: MisuseReport; isRemoved: boolean; isBlocked: boolean } | null> {
    const em = this.em.fork();
    const report = await em.findOne(MisuseReport, { id: reportId, status: 'closed' });
    if (!report?.email) return null;
    const runs = await em.find(MisuseReportRun, { reportId });
    return {
      report,
      isRemoved: runs.some(({ removedAt }) => removedAt),
      isBlocked: runs.some(({ blockedAt }) => blockedAt),
    };
  }
}
