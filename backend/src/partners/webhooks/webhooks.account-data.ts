import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../../identity/index.js';
import { Clock } from '../../platform/clock/index.js';
import { cancelJobs } from '../../platform/queue/index.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookDue } from './webhooks.events.js';

/** Where somebody's programs are told, and what they were told. */
@Injectable()
export class WebhooksAccountData extends AccountDataPart {
  readonly name = 'webhooks';
  readonly explains = [
    { path: 'webhooks.json', text: 'Ihre Webhook-Endpunkte und was an sie gesendet wurde, ohne Geheimnisse.' },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const endpoints = await em.find(WebhookEndpoint, { userId }, { orderBy: { createdAt: 'asc' } });
    const deliveries = await em.find(WebhookDelivery, { userId }, { orderBy: { createdAt: 'asc' } });
    yield {
      path: 'webhooks.json',
      json: endpoints.map(({ id, url, events, createdAt, disabledAt, disabledReason }) => ({
        url,
        events,
        createdAt,
        disabledAt: disabledAt ?? null,
        disabledReason: disabledReason ?? null,
        deliveries: deliveries
          .filter(({ endpointId }) => endpointId === id)
          .map(({ body, state, attempts, createdAt: notedAt }) => ({
            message: JSON.parse(body) as unknown,
            state,
            attempts,
            createdAt: notedAt,
          })),
      })),
    };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await cancelJobs(em, WebhookDue, 'userId', [userId], this.clock.now());
    await em.nativeDelete(WebhookEndpoint, { userId });
    return {};
  }

  /** The endpoints stay; of what waited for them nothing is sent, also not after the block. */
  async block(em: EntityManager, userId: string): Promise<void> {
    await cancelJobs(em, WebhookDue, 'userId', [userId], this.clock.now());
    await em.nativeUpdate(WebhookDelivery, { userId, state: 'pending' }, { state: 'failed', nextAttemptAt: null });
  }
}
