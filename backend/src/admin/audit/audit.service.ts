import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { pageOf } from '../page-of.js';
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

  /** What people and things are called now; whoever has left has no name any more. */
  private async names(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const marks = ids.map(() => '?').join(', ');
    const rows = await this.em.execute<{ id: string; name: string }[]>(
      `select id, email as name from app_user where deleted_at is null and id in (${marks})
       union all select id, display_name from style where id in (${marks}) union all select id, name from credit_pack where id in (${marks})
       union all select id, topic from job where id in (${marks}) union all select id, number from declaration where id in (${marks})
       union all select r.id, o.number from refund r join customer_order o on o.id = r.order_id where r.id in (${marks})
       union all select id, number from misuse_report where id in (${marks})`,
      Array.from({ length: 7 }, () => ids).flat(),
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
