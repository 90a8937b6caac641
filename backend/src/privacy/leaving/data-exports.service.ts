import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { ObjectStorage, type StoredObject } from '../../integrations/storage/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { SignedLinks } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { DataExportRequested } from '../privacy.events.js';
import { DataExport } from './data-export.entity.js';
import type { DataExportView } from './leaving.schemas.js';
import { lockOpenAccount } from '../../identity/index.js';

type View = z.infer<typeof DataExportView>;
const SHOWN = 20;

@Injectable()
export class DataExportsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly links: SignedLinks,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
  ) {}

  /** Newest first. */
  async list(userId: string): Promise<View[]> {
    const exports = await this.em.find(
      DataExport,
      { userId },
      { orderBy: { createdAt: 'desc' }, limit: SHOWN, refresh: true },
    );
    return exports.map((found) => this.view(found));
  }

  /** Asks for an export as of now; one that is under way is answered again. @throws AppError `not_found` when the account has gone. */
  async request(userId: string): Promise<View> {
    const now = this.clock.now();
    const { found, made } = await this.em.transactional(async (em) => {
      // The lock orders double clicks: the second finds what the first made.
      if (!(await lockOpenAccount(em, userId))) throw new AppError('not_found');
      const present = await em.findOne(DataExport, { userId, status: 'queued' }, { refresh: true });
      if (present) return { found: present, made: false };
      const created = em.create(DataExport, { id: randomUUID(), userId, status: 'queued', createdAt: now });
      await em.flush();
      await this.outbox.add(em, DataExportRequested, { exportId: created.id });
      return { found: created, made: true };
    });
    if (made) this.live.publish(userId, 'export.changed', { exportId: found.id, status: 'queued' });
    return this.view(found);
  }

  /** @throws AppError `not_found`, also for a stranger's export; `link_expired` once its day is over. */
  async open(userId: string, id: string): Promise<StoredObject & { fileName: string }> {
    const found = await this.em.findOne(DataExport, { id, userId }, { refresh: true });
    if (found?.status === 'expired' || (found?.status === 'ready' && this.isOver(found)))
      throw new AppError('link_expired');
    const object = found?.status === 'ready' && found.storageKey ? await this.storage.open(found.storageKey) : null;
    if (!found || !object) throw new AppError('not_found');
    return { ...object, fileName: `bildnis-export-${found.createdAt.toISOString().slice(0, 10)}.zip` };
  }

  /** @returns until when an export can be fetched; null when it cannot. */
  async expiryOf(id: string): Promise<Date | null> {
    const found = await this.em.findOne(DataExport, { id, status: 'ready' }, { refresh: true });
    return found?.expiresAt ?? null;
  }

  private view(found: DataExport): View {
    const status = found.status === 'ready' && this.isOver(found) ? 'expired' : found.status;
    return {
      id: found.id,
      status,
      createdAt: found.createdAt.toISOString(),
      expiresAt: found.expiresAt?.toISOString() ?? null,
      bytes: found.bytes ?? null,
      url: status === 'ready' ? this.links.sign(`/api/v1/media/exports/${found.id}`, found.userId) : null,
    };
  }

  private isOver(found: DataExport): boolean {
    return !found.expiresAt || found.expiresAt <= this.clock.now();
  }
}
