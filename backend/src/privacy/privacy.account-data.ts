import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, ApiKeysService, UsersService, type Counts, type ExportPart } from '../identity/index.js';
import { Clock } from '../platform/clock/index.js';
import { forgetIntents } from '../platform/database/index.js';
import { cancelJobs, forgetDoneJobs, Outbox } from '../platform/queue/index.js';
import { SecurityService } from '../sign-in/index.js';
import { Consent } from './consents/consent.entity.js';
import { DataExport } from './leaving/data-export.entity.js';
import { DataExportRequested, ExportFilesDiscarded } from './privacy.events.js';
import { DeletionReceipt } from './receipts/deletion-receipt.entity.js';

/** The account's own part: details and ways in as one document, consents, receipts of deletions, exports. */
@Injectable()
export class PrivacyAccountData extends AccountDataPart {
  readonly name = 'privacy';
  readonly explains = [
    {
      path: 'konto.json',
      text: 'Ihre Angaben, Ihre Einstellungen zu Nachrichten, die Wege in Ihr Konto (Google, Passkeys, Authenticator, API-Schlüssel) und Ihre Exporte.',
    },
    {
      path: 'einwilligungen.json',
      text: 'Welchen Texten Sie wann zugestimmt haben, in welcher Fassung, und was Sie widerrufen haben.',
    },
    {
      path: 'loeschungen.json',
      text: 'Was wir von Ihren Daten gelöscht haben: welche Art, wie viel, nach welcher Regel und wann.',
    },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly users: UsersService,
    private readonly apiKeys: ApiKeysService,
    private readonly security: SecurityService,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const { terms, ...details } = await this.users.exported(userId);
    const [waysIn, apiKeys, exports] = await Promise.all([
      this.security.exported(userId),
      this.apiKeys.exported(userId),
      this.exportsOf(em, userId),
    ]);
    yield { path: 'konto.json', json: { ...details, ...waysIn, apiKeys, exports } };
    const consents = await em.find(Consent, { userId }, { orderBy: { givenAt: 'asc' } });
    const given = consents.map(({ id, kind, profileId, version, givenAt, revokedAt }) => ({
      id,
      kind,
      profileId: profileId ?? null,
      version,
      givenAt,
      revokedAt: revokedAt ?? null,
    }));
    yield { path: 'einwilligungen.json', json: { terms, consents: given } };
    const receipts = await em.find(DeletionReceipt, { userId }, { orderBy: { createdAt: 'asc' } });
    yield {
      path: 'loeschungen.json',
      json: receipts.map(({ id, kind, rule, count, model, crops, createdAt }) => ({
        id,
        kind,
        rule,
        count,
        model: model ?? null,
        crops: crops ?? null,
        deletedAt: createdAt,
      })),
    };
  }

  /** Consents stay: they prove what was agreed, under a number instead of a name. */
  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await this.cancelExports(em, userId);
    const exports = await em.nativeDelete(DataExport, { userId });
    await this.outbox.add(em, ExportFilesDiscarded, { userId });
    await forgetIntents(em, userId);
    // Work that is done may still name what the person called things.
    await forgetDoneJobs(em, userId);
    return { exports };
  }

  async block(em: EntityManager, userId: string): Promise<void> {
    await this.cancelExports(em, userId);
    await em.nativeUpdate(DataExport, { userId, status: 'queued' }, { status: 'failed' });
  }

  private async cancelExports(em: EntityManager, userId: string): Promise<void> {
    const queued = await em.find(DataExport, { userId, status: 'queued' }, { fields: ['id'] });
    await cancelJobs(
      em,
      DataExportRequested,
      'exportId',
      queued.map((one) => one.id),
      this.clock.now(),
    );
  }

  private async exportsOf(em: EntityManager, userId: string) {
    const exports = await em.find(DataExport, { userId }, { orderBy: { createdAt: 'asc' } });
    return exports.map(({ id, status, createdAt, readyAt, expiresAt, bytes }) => ({
      id,
      status,
      createdAt,
      readyAt: readyAt ?? null,
      expiresAt: expiresAt ?? null,
      bytes: bytes ?? null,
    }));
  }
}
