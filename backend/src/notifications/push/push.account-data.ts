import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../../identity/index.js';
import { Clock } from '../../platform/clock/index.js';
import { cancelJobs } from '../../platform/queue/index.js';
import { PushSubscription } from './push-subscription.entity.js';
import { PushDue } from './push.events.js';

/** Where a person can be reached by push. Addresses go with their sessions; here they go whatever becomes of those. */
@Injectable()
export class PushAccountData extends AccountDataPart {
  readonly name = 'push';
  readonly explains = [
    {
      path: 'push.json',
      text: 'Auf welchen Geräten Sie Push-Mitteilungen eingeschaltet haben: Sitzung, Push-Dienst, Adresse, Zeiten.',
    },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Without the keys: with them somebody else could read what is sent. */
  async *export(userId: string): AsyncIterable<ExportPart> {
    const subscriptions = await this.em.fork().find(PushSubscription, { userId }, { orderBy: { createdAt: 'asc' } });
    yield {
      path: 'push.json',
      json: subscriptions.map(({ sessionId, endpoint, createdAt, renewedAt }) => ({
        sessionId,
        service: new URL(endpoint).hostname,
        endpoint,
        createdAt,
        renewedAt,
      })),
    };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await this.end(em, userId);
    return {};
  }

  async block(em: EntityManager, userId: string): Promise<void> {
    await this.end(em, userId);
  }

  private async end(em: EntityManager, userId: string): Promise<void> {
    await cancelJobs(em, PushDue, 'userId', [userId], this.clock.now());
    await em.nativeDelete(PushSubscription, { userId });
  }
}
