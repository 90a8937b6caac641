import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { ObjectStorage } from '../../integrations/storage/index.js';
import { Clock, HOUR } from '../../platform/clock/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox, type AfterCommit, type Lease } from '../../platform/queue/index.js';
import { DataExportExpired, DataExportRequested, DataExportNewsDue } from '../privacy.events.js';
import { findUser } from '../../identity/index.js';
import { exportKey, exportPrefix } from './data-export-keys.js';
import { DataExport } from './data-export.entity.js';
import { ExportArchiveService } from './export-archive.service.js';
import { discardLeftExportFolders, inExportFolder } from './export-folders.js';

/** How long a finished export can be fetched (docs/retention.md#promises). */
const EXPORT_LIFETIME_MS = facts.dataExport.keptHours * HOUR;

/** The worker's part of an export. */
@Injectable()
export class DataExportRunService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly archive: ExportArchiveService,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
  ) {}

  /** A killed worker could not clear up after itself. */
  async onModuleInit(): Promise<void> {
    await discardLeftExportFolders();
  }

  async run(exportId: string, lease: Lease): Promise<void> {
    const em = this.em.fork();
    const wanted = await em.findOne(DataExport, { id: exportId, status: 'queued' });
    const user = wanted && (await findUser(em, { id: wanted.userId, isBlocked: false }));
    if (!wanted || !user) return; // called off
    const key = exportKey(user.id, exportId);
    try {
      const bytes = await inExportFolder(exportId, lease.attempt, async (folder) => {
        const path = join(folder, 'export.zip');
        const written = await this.archive.write(
          path,
          user,
          { lastAttempt: lease.attempt >= DataExportRequested.maxAttempts },
          lease.signal,
        );
        await this.storage.putFile(key, path, 'application/zip');
        return written;
      });
      const kept = await this.commit({ exportId, key, bytes }, lease);
      if (kept) this.live.publish(user.id, 'export.changed', { exportId, status: 'ready' });
    } finally {
      await this.discardUnwanted(exportId, key);
    }
  }

  /** In the transaction that gives the job up. */
  async onFailed(exportId: string, em: EntityManager): Promise<AfterCommit | void> {
    const wanted = await em.findOne(
      DataExport,
      { id: exportId, status: 'queued' },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!wanted) return;
    wanted.status = 'failed';
    await em.flush();
    await this.outbox.add(
      em,
      DataExportNewsDue,
      { userId: wanted.userId, exportId, status: 'failed' },
      { dedupeKey: `export-settled:${exportId}` },
    );
    return () => this.live.publish(wanted.userId, 'export.changed', { exportId, status: 'failed' });
  }

  /** The file goes first: a row that still says «ready» is tried again, a file without a row never would be. */
  async expire(exportId: string): Promise<void> {
    const em = this.em.fork();
    const over = await em.findOne(DataExport, { id: exportId, status: 'ready', expiresAt: { $lte: this.clock.now() } });
    if (!over) return;
    await this.storage.delete([exportKey(over.userId, exportId)]);
    await em.nativeUpdate(DataExport, { id: exportId, status: 'ready' }, { status: 'expired', storageKey: null });
    this.live.publish(over.userId, 'export.changed', { exportId, status: 'expired' });
  }

  async discardFiles(userId: string): Promise<void> {
    await this.storage.deletePrefix(exportPrefix(userId));
  }

  /** @returns false when the export was called off in the meantime. */
  private async commit(made: { exportId: string; key: string; bytes: number }, lease: Lease): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      await lease.finish(em);
      const current = await em.findOne(
        DataExport,
        { id: made.exportId, status: 'queued' },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!current) return false;
      const now = this.clock.now();
      const expiresAt = new Date(now.getTime() + EXPORT_LIFETIME_MS);
      Object.assign(current, { status: 'ready', storageKey: made.key, bytes: made.bytes, readyAt: now, expiresAt });
      await em.flush();
      await this.outbox.add(
        em,
        DataExportExpired,
        { exportId: current.id },
        { dedupeKey: `export-expired:${current.id}`, runAfter: expiresAt },
      );
      await this.outbox.add(
        em,
        DataExportNewsDue,
        { userId: current.userId, exportId: current.id, status: 'ready' },
        { dedupeKey: `export-settled:${current.id}` },
      );
      return true;
    });
  }

  /** Called off, or given up: no row refers to what may have been stored. */
  private async discardUnwanted(exportId: string, key: string): Promise<void> {
    const wanted = await this.em.fork().count(DataExport, { id: exportId, status: { $in: ['queued', 'ready'] } });
    if (wanted === 0) await this.storage.delete([key]);
  }
}
