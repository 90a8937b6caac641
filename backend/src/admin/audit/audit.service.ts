import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { packNames } from '../../catalogue/index.js';
import { declarationNames } from '../../contracts/index.js';
import { userNames } from '../../identity/index.js';
import { refundNames } from '../../payments/index.js';
import { misuseReportNames } from '../../misuse/index.js';
import { pageOf } from '../../platform/database/index.js';
import { jobNames } from '../../platform/queue/index.js';
import { styleNames } from '../../styles/index.js';
import { AuditEntry } from './audit-entry.entity.js';
import type { AuditAction } from './audit-log.service.js';
import type { AdminAuditEntry, AuditQuery } from './audit.schemas.js';

/** The log, read. */
@Injectable()
export class AuditService {
  constructor(private readonly em: EntityManager) {}

  /** Newest first. */
  async list({ subject, ...page }: AuditQuery): Promise<{ items: AdminAuditEntry[]; nextCursor: string | null }> {
    const { items, nextCursor } = await pageOf(this.em, AuditEntry, subject ? { subjectId: subject } : {}, page);
    const names = await this.names(
      items.flatMap(({ actorId, subjectId }) => [actorId, subjectId]).filter((id) => typeof id === 'string'),
    );
    return {
      items: items.map((entry) => ({
        id: entry.id,
        action: entry.action as AuditAction,
        actor: (entry.actorId && names.get(entry.actorId)) ?? null,
        byCommand: !entry.actorId,
        subjectId: entry.subjectId ?? null,
        subject: entry.subjectName ?? (entry.subjectId && names.get(entry.subjectId)) ?? null,
        reason: entry.reason,
        detail: entry.detail ?? null,
        createdAt: entry.createdAt.toISOString(),
      })),
      nextCursor,
    };
  }

  /** What people and things are called now; people who left have no name any more. */
  private async names(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await userNames(this.em, ids)
      .unionAll(styleNames(this.em, ids))
      .unionAll(packNames(this.em, ids))
      .unionAll(jobNames(this.em, ids))
      .unionAll(declarationNames(this.em, ids))
      .unionAll(refundNames(this.em, ids))
      .unionAll(misuseReportNames(this.em, ids))
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
