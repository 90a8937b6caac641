import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { countRunsByStyle } from '../../generations/index.js';
import { AppError } from '../../platform/errors/index.js';
import { StylesService, viewStyle } from '../../styles/index.js';
import { AuditLog } from '../audit/audit-log.service.js';
import type { AdminStyle, AdminStyleBody } from './admin-styles.schemas.js';

/** Styles as admins see and edit them. */
@Injectable()
export class AdminStylesService {
  constructor(
    private readonly em: EntityManager,
    private readonly styles: StylesService,
    private readonly audit: AuditLog,
  ) {}

  /** In their order, disabled ones too. */
  async list(): Promise<AdminStyle[]> {
    const [styles, runs] = [await this.styles.listAll(), await countRunsByStyle(this.em)];
    return styles.map((style) => ({ ...viewStyle(style), enabled: style.enabled, runs: runs.get(style.id) ?? 0 }));
  }

  /** Changes what is given. @throws AppError `not_found`; `slug_taken`; `forbidden` when the actor stopped being an admin meanwhile. */
  async edit(actorId: string, id: string, change: AdminStyleBody): Promise<AdminStyle> {
    await this.audit.run(actorId, async (em) => {
      const before = await this.styles.edit(em, id, change);
      const changed = Object.fromEntries(
        Object.entries(change).filter(
          ([name, value]) => !isDeepStrictEqual(before[name as keyof AdminStyleBody], value),
        ),
      );
      if (Object.keys(changed).length === 0) return null;
      return {
        action: 'style.edit',
        subjectId: id,
        subjectName: before.displayName,
        reason: Object.keys(changed).join(', '),
        detail: changed,
      };
    });
    const found = (await this.list()).find((style) => style.id === id);
    if (!found) throw new AppError('not_found');
    return found;
  }
}
