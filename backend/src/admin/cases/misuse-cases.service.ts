import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { usersById, type User } from '../../identity/index.js';
import { runsById, type Generation } from '../../generations/index.js';
import { MisuseReviewService, pageOfOpenReports, type MisuseReport, type MisuseReportRun } from '../../misuse/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import type { AfterCommit } from '../../platform/queue/index.js';
import { StylesService } from '../../styles/index.js';
import { AuditLog } from '../audit/audit-log.service.js';
import type {
  AdminMisuseActBody,
  AdminMisuseReport,
  AdminMisuseReportPage,
  AdminMisuseRun,
} from './misuse-cases.schemas.js';

/** What reported runs are, and whose. */
interface Known {
  users: Map<string, User>;
  generations: Map<string, Generation>;
  styleNames: Map<string, string>;
}

/** Reports of misuse that wait for somebody. */
@Injectable()
export class MisuseCasesService {
  constructor(
    private readonly em: EntityManager,
    private readonly review: MisuseReviewService,
    private readonly styles: StylesService,
    private readonly live: LivePublisher,
    private readonly audit: AuditLog,
  ) {}

  /** Oldest first. */
  async list(query: PageQuery): Promise<z.infer<typeof AdminMisuseReportPage>> {
    const { items, nextCursor } = await pageOfOpenReports(this.em, query);
    const known = await this.known(items.flatMap(({ runs }) => runs));
    return { items: items.map(({ report, runs }) => viewReport(report, runs, known)), nextCursor };
  }

  /** @throws AppError as `MisuseReviewService.removeRun`, `forbidden`. */
  async removeRun(actorId: string, reportId: string, { generationId, reason }: AdminMisuseActBody): Promise<void> {
    let owner = '';
    await this.audit.run(actorId, async (em) => {
      const { userId, portraits } = await this.review.removeRun(em, { reportId, generationId }, reason);
      owner = userId;
      return { action: 'misuse.remove_run', subjectId: reportId, reason, detail: { generationId, userId, portraits } };
    });
    this.live.publish(owner, 'generation.changed', { generationId, status: 'deleted' });
  }

  /** The line names the account as its subject, as with any other block. @throws AppError as `MisuseReviewService.blockOwner`, `forbidden`. */
  async blockOwner(actorId: string, reportId: string, { generationId, reason }: AdminMisuseActBody): Promise<void> {
    let afterCommit: AfterCommit | null = null;
    await this.audit.run(actorId, async (em) => {
      const blocked = await this.review.blockOwner(em, actorId, { reportId, generationId }, reason);
      afterCommit = blocked.afterCommit;
      return { action: 'user.block', subjectId: blocked.userId, reason, detail: { misuseReport: reportId } };
    });
    (afterCommit as AfterCommit | null)?.();
  }

  /** @throws AppError as `MisuseReviewService.close`, `forbidden`. */
  async close(actorId: string, id: string, reason: string): Promise<void> {
    await this.audit.run(actorId, async (em) => ({
      action: 'misuse.close',
      subjectId: id,
      reason,
      detail: await this.review.close(em, id, reason),
    }));
  }

  /** Three queries for a page, however long it is. */
  private async known(runs: readonly MisuseReportRun[]): Promise<Known> {
    const users = await usersById(
      this.em,
      runs.map(({ userId }) => userId),
    );
    const generations = await runsById(
      this.em,
      runs.map(({ generationId }) => generationId),
    );
    const styleIds = new Set([...generations.values()].map(({ styleId }) => styleId));
    const styles = await this.styles.byIds([...styleIds]);
    return {
      users,
      generations,
      styleNames: new Map(styles.map(({ id, displayName }) => [id, displayName])),
    };
  }
}

function viewReport(report: MisuseReport, runs: MisuseReportRun[], known: Known): AdminMisuseReport {
  const { id, number, email, reason, statement, link, picture, createdAt, confirmedAt } = report;
  return {
    id,
    number,
    email,
    reason,
    statement: statement ?? null,
    link: link ?? null,
    picture,
    receivedAt: createdAt.toISOString(),
    confirmedAt: (confirmedAt ?? createdAt).toISOString(),
    runs: runs.map((run) => viewRun(run, email, known)),
  };
}

function viewRun(
  { generationId, userId, removedAt }: MisuseReportRun,
  email: string,
  { users, generations, styleNames }: Known,
): AdminMisuseRun {
  const [run, user] = [generations.get(generationId), users.get(userId ?? '')];
  return {
    generationId,
    state: run ? 'present' : removedAt ? 'removed' : 'deleted',
    styleName: (run && styleNames.get(run.styleId)) ?? null,
    completedAt: run?.completedAt?.toISOString() ?? null,
    account: user ? { id: user.id, email: user.email, isBlocked: user.isBlocked } : null,
    isReporters: user !== undefined && user.email === email,
  };
}
