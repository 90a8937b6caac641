import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from './account-data.js';
import { ApiKeyUsage } from './api-keys/api-key-usage.entity.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { KeyUsage } from './api-keys/key-usage.service.js';
import { Session } from './sessions/session.entity.js';

/** Sessions and API keys. What the user's own row says is exported with the ways into the account, by `privacy`. */
@Injectable()
export class IdentityAccountData extends AccountDataPart {
  readonly name = 'identity';
  readonly explains = [
    { path: 'sitzungen.json', text: 'Wo Sie angemeldet sind: Gerät, gekürzte Adresse, Zeiten.' },
    {
      path: 'api-nutzung.json',
      text: 'Was Ihre API-Schlüssel in jedem Monat getan haben: Aufrufe, Trainings, Generationen und Credits.',
    },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly usage: KeyUsage,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const sessions = await this.em.fork().find(Session, { userId }, { orderBy: { lastSeenAt: 'desc' } });
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
    yield { path: 'api-nutzung.json', json: await this.usage.exported(userId) };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    const sessions = await em.nativeDelete(Session, { userId });
    const apiKeys = await em.nativeDelete(ApiKey, { userId });
    // After the keys: calls that are written down meanwhile find none of them.
    await em.nativeDelete(ApiKeyUsage, { userId });
    return { sessions, apiKeys };
  }

  /** Sessions end; keys stay for the day the block is lifted and are refused until then. */
  async block(em: EntityManager, userId: string): Promise<void> {
    await em.nativeDelete(Session, { userId });
  }
}
