import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/clock/index.js';
import { IdempotencyRecord } from '../../platform/database/index.js';
import { cancelJobs, Outbox } from '../../platform/queue/index.js';
import { DataExportRequested } from '../accounts.events.js';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { AuthChallenge } from '../challenges/auth-challenge.entity.js';
import { Consent } from '../consents/consent.entity.js';
import { GoogleIdentity } from '../google/google-identity.entity.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { EmailCode } from '../proof/email-code.entity.js';
import { DeletionReceipt } from '../receipts/deletion-receipt.entity.js';
import { Session } from '../sessions/session.entity.js';
import { EmailToken } from '../sign-in/email-token.entity.js';
import { Registration } from '../sign-in/registration.entity.js';
import { Authenticator } from '../totp/authenticator.entity.js';
import { RecoveryCode } from '../totp/recovery-code.entity.js';
import { User } from '../users/user.entity.js';
import { AccountDataPart, type Counts, type ExportPart } from './account-data.js';
import { DataExport } from './data-export.entity.js';
import { ExportFilesDiscarded } from './leaving.events.js';

/** The account's own part: details, ways in, sessions, consents, exports. */
@Injectable()
export class OwnAccountData extends AccountDataPart {
  readonly name = 'accounts';
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
    { path: 'sitzungen.json', text: 'Wo Sie angemeldet sind: Gerät, gekürzte Adresse, Zeiten.' },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const user = await em.findOneOrFail(User, { id: userId });
    yield {
      path: 'konto.json',
      json: { ...detailsOf(user), ...(await this.waysIn(em, user)), exports: await this.exportsOf(em, userId) },
    };
    const consents = await em.find(Consent, { userId }, { orderBy: { givenAt: 'asc' } });
    const given = consents.map(({ id, kind, profileId, version, givenAt, revokedAt }) => ({
      id,
      kind,
      profileId: profileId ?? null,
      version,
      givenAt,
      revokedAt: revokedAt ?? null,
    }));
    yield {
      path: 'einwilligungen.json',
      json: {
        terms: { version: user.termsVersion ?? null, acceptedAt: user.termsAcceptedAt ?? null },
        consents: given,
      },
    };
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
    const sessions = await em.find(Session, { userId }, { orderBy: { lastSeenAt: 'desc' } });
    yield {
      path: 'sitzungen.json',
      json: sessions.map(
        ({ id, transport, userAgent, address, createdAt, lastSeenAt, provenAt, expiresAt, secondFactor }) => ({
          id,
          transport,
          userAgent: userAgent ?? null,
          address: address ?? null,
          createdAt,
          lastSeenAt,
          provenAt,
          expiresAt,
          secondFactor,
        }),
      ),
    };
  }

  /** Consents stay: they prove what was agreed, under a number instead of a name. */
  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await this.cancelExports(em, userId);
    const exports = await em.nativeDelete(DataExport, { userId });
    await this.outbox.add(em, ExportFilesDiscarded, { userId });
    const sessions = await em.nativeDelete(Session, { userId });
    const apiKeys = await em.nativeDelete(ApiKey, { userId });
    const passkeys = await em.nativeDelete(Passkey, { userId });
    await em.nativeDelete(GoogleIdentity, { userId });
    await em.nativeDelete(Authenticator, { userId });
    await em.nativeDelete(RecoveryCode, { userId });
    await em.nativeDelete(EmailToken, { userId });
    await em.nativeDelete(Registration, { userId });
    await em.nativeDelete(EmailCode, { subjectId: userId });
    await em.nativeDelete(AuthChallenge, { userId });
    await em.nativeDelete(IdempotencyRecord, { userId });
    // Work that is done may still name what the person called things.
    await em.execute("delete from job where finished_at is not null and payload->>'userId' = ?", [userId]);
    return { exports, sessions, apiKeys, passkeys };
  }

  /** Sessions end; keys stay for the day the block is lifted and are refused until then. */
  async block(em: EntityManager, userId: string): Promise<void> {
    await this.cancelExports(em, userId);
    await em.nativeUpdate(DataExport, { userId, status: 'queued' }, { status: 'failed' });
    await em.nativeDelete(Session, { userId });
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

  private async waysIn(em: EntityManager, user: User) {
    const [google, passkeys, authenticator, recoveryCodesLeft, keys] = await Promise.all([
      em.findOne(GoogleIdentity, { userId: user.id }),
      em.find(Passkey, { userId: user.id }, { orderBy: { createdAt: 'asc' } }),
      em.findOne(Authenticator, { userId: user.id }),
      em.count(RecoveryCode, { userId: user.id, usedAt: null }),
      em.find(ApiKey, { userId: user.id }, { orderBy: { createdAt: 'asc' } }),
    ]);
    return {
      hasPassword: Boolean(user.passwordHash),
      google: google && { email: google.email, linkedAt: google.createdAt },
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt,
        lastUsedAt: lastUsedAt ?? null,
      })),
      authenticator: authenticator && { enabledAt: authenticator.createdAt, recoveryCodesLeft },
      apiKeys: keys.map(({ name, scopes, createdAt, lastUsedAt, expiresAt }) => ({
        name,
        scopes,
        createdAt,
        lastUsedAt: lastUsedAt ?? null,
        expiresAt: expiresAt ?? null,
      })),
    };
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

function detailsOf(user: User) {
  return {
    id: user.id,
    email: user.email,
    displayName: user.displayName ?? null,
    avatarUrl: user.avatarUrl ?? null,
    role: user.role,
    createdAt: user.createdAt,
    emailConfirmedAt: user.emailConfirmedAt ?? null,
    notifyByEmail: user.notifyByEmail,
    notifyByPush: user.notifyByPush,
  };
}
