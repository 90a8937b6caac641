import { Injectable } from '@nestjs/common';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { ExampleEndings } from '../examples/index.js';
import { BlockingService, DeletionReceipts } from '../privacy/index.js';
import { lockUser } from '../identity/index.js';
import { GenerationsService } from '../generations/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { Outbox, type AfterCommit } from '../platform/queue/index.js';
import { MisuseReportRun } from './misuse-report-run.entity.js';
import { MisuseReport } from './misuse-report.entity.js';
import { MisusedRunRemoved, MisuseReportClosed } from './misuse.events.js';

/** Which run of which report. */
export interface ReportedRun {
  reportId: string;
  generationId: string;
}

/** What a person does about a report of misuse. Joins the transaction of the act; of two at once, the second is told `conflict`. */
@Injectable()
export class MisuseReviewService {
  constructor(
    private readonly clock: Clock,
    private readonly generations: GenerationsService,
    private readonly examples: ExampleEndings,
    private readonly blocking: BlockingService,
    private readonly receipts: DeletionReceipts,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Removes a run with its images, at once, also from public pages. Its credits do not come back: they were spent on something that broke the
   * terms. Of a run whose portraits have expired there may still be a release that shows them.
   * @param reason told to its owner, who never learns who reported it
   * @throws AppError `not_found`; `conflict` when the report is closed, or the run is gone
   */
  async removeRun(
    em: EntityManager,
    which: ReportedRun,
    reason: string,
  ): Promise<{ userId: string; portraits: number }> {
    const found = await this.lockRun(em, which);
    const ended = await this.examples.endAll(em, { generationId: which.generationId }, 'removed', 'misuse');
    const removed = await this.generations.removeMisused(em, which.generationId);
    if (!removed && ended > 0) {
      found.removedAt = this.clock.now();
      await em.flush();
      return { userId: found.userId!, portraits: 0 };
    }
    if (!removed) throw new AppError('conflict', { detail: 'this run has been deleted meanwhile' });
    const { userId, portraits, styleName, completedAt } = removed;
    const now = this.clock.now();
    found.removedAt = now;
    await em.flush();
    await this.receipts.write(em, {
      userId,
      kind: 'portraits',
      rule: 'misuse',
      count: portraits,
      ids: [which.generationId],
    });
    await this.outbox.add(
      em,
      MisusedRunRemoved,
      {
        generationId: which.generationId,
        userId,
        styleName,
        completedAt: completedAt.toISOString(),
        reason,
        at: now.toISOString(),
      },
      { dedupeKey: `misused-run-removed:${which.generationId}` },
    );
    return { userId, portraits };
  }

  /**
   * Blocks the owner of a reported run, also when the run is gone.
   * @throws AppError `not_found` also when the account is gone; `own_account`; `conflict` when the report is closed, or the account blocked already
   */
  async blockOwner(
    em: EntityManager,
    actorId: string,
    which: ReportedRun,
    reason: string,
  ): Promise<{ userId: string; afterCommit: AfterCommit }> {
    const found = await this.lockRun(em, which);
    const { userId } = found;
    if (!userId) throw new AppError('not_found');
    if (userId === actorId) throw new AppError('own_account');
    const afterCommit = await this.blocking.block(em, userId, reason);
    if (!afterCommit) throw new AppError('conflict', { detail: 'this account is blocked already' });
    found.blockedAt = this.clock.now();
    await em.flush();
    return { userId, afterCommit };
  }

  /** Answers the reporter, who is told what was done. @throws AppError `not_found`; `conflict` when it is closed already. */
  async close(em: EntityManager, id: string, answer: string): Promise<{ removed: number; blocked: number }> {
    const report = await this.lockOpen(em, id);
    Object.assign(report, { status: 'closed', answer, closedAt: this.clock.now() });
    await em.flush();
    await this.outbox.add(em, MisuseReportClosed, { reportId: id }, { dedupeKey: `misuse-closed:${id}` });
    const runs = await em.find(MisuseReportRun, { reportId: id }, { refresh: true });
    return {
      removed: runs.filter(({ removedAt }) => removedAt).length,
      blocked: runs.filter(({ blockedAt }) => blockedAt).length,
    };
  }

  /** The row of its owner is locked first, as by everything else that locks more than one row of theirs (docs/leaving.md). */
  private async lockRun(em: EntityManager, { reportId, generationId }: ReportedRun): Promise<MisuseReportRun> {
    const found = await em.findOne(MisuseReportRun, { reportId, generationId }, { refresh: true });
    if (!found) throw new AppError('not_found');
    if (found.userId) await lockUser(em, found.userId);
    await this.lockOpen(em, reportId);
    return em.refreshOrFail(found);
  }

  private async lockOpen(em: EntityManager, id: string): Promise<MisuseReport> {
    const report = await em.findOne(
      MisuseReport,
      { id, status: { $ne: 'unconfirmed' } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!report) throw new AppError('not_found');
    if (report.status !== 'open') throw new AppError('conflict', { detail: 'this report is closed' });
    return report;
  }
}
