import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../platform/clock/index.js';
import { Outbox } from '../platform/queue/index.js';
import { SecurityChanged, type SecurityChange } from './identity.events.js';

/** Tells the owner by mail about every change to the ways into the account: who did not do it must hear of it. */
@Injectable()
export class SecurityNotices {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @param what a name the owner gave, for instance that of a key. */
  async add(
    em: EntityManager,
    userId: string,
    change: SecurityChange,
    what: string | null = null,
    options: { dedupeKey?: string } = {},
  ): Promise<void> {
    await this.outbox.add(
      em,
      SecurityChanged,
      { userId, change, what, at: this.clock.now().toISOString(), noticeId: randomUUID() },
      options,
    );
  }
}
