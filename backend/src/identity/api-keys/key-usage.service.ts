import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, SECOND } from '../../platform/clock/index.js';
import { pageOf } from '../../platform/database/index.js';
import { KeyCalls, type PageQuery } from '../../platform/http/index.js';
import { ApiKeyUsage } from './api-key-usage.entity.js';
import { addUsage, type Used } from './add-usage.js';

/** How long calls are counted in the process alone: what is lost when it is killed. */
const KEEP_EVERY_MS = 30 * SECOND;

/** What API keys are used for, by month. */
@Injectable()
export class KeyUsage implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(KeyUsage.name);
  private keeping: NodeJS.Timeout | null = null;

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly calls: KeyCalls,
  ) {}

  onApplicationBootstrap(): void {
    this.keeping = setInterval(() => void this.keepCalls(), KEEP_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.keeping) clearInterval(this.keeping);
    await this.keepCalls();
  }

  /** Writes down what was counted since the last time. While the database is away it waits for the next. */
  async keepCalls(): Promise<void> {
    for (const call of this.calls.take()) {
      const { keyId, firstAt, calls, limited } = call;
      try {
        await addUsage(this.em.fork(), keyId, { at: firstAt, calls, limited });
      } catch (error) {
        this.calls.giveBack(call);
        this.logger.warn({ err: error }, 'calls of a key could not be kept yet');
      }
    }
  }

  /** Notes what a key has begun and spent, or got back, in the transaction that books it. */
  async note(em: EntityManager, keyId: string, used: Omit<Used, 'at'>): Promise<void> {
    await addUsage(em, keyId, { at: this.clock.now(), ...used });
  }

  /** Of all own keys, also of those that have ended, the latest month first. */
  page(userId: string, page: PageQuery): Promise<{ items: ApiKeyUsage[]; nextCursor: string | null }> {
    return pageOf(this.em, ApiKeyUsage, { userId }, page);
  }

  /** As it stands in the export of a user's data. */
  async exported(userId: string) {
    const months = await this.em.fork().find(ApiKeyUsage, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
    return months.map(({ id: _id, userId: _userId, apiKeyId: _key, createdAt: _at, ...used }) => used);
  }
}
