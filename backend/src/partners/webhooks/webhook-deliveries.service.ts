import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { pageOf } from '../../platform/database/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookNotes } from './webhook-notes.service.js';
import { WebhookDue } from './webhooks.events.js';

/** What was sent to an endpoint, and what its owner sends by hand. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly notes: WebhookNotes,
    private readonly live: LivePublisher,
  ) {}

  /** Newest first. @throws AppError `not_found`, also for a stranger's endpoint. */
  async list(
    userId: string,
    endpointId: string,
    page: PageQuery,
  ): Promise<{ items: WebhookDelivery[]; nextCursor: string | null }> {
    if ((await this.em.count(WebhookEndpoint, { id: endpointId, userId })) === 0) throw new AppError('not_found');
    return pageOf(this.em, WebhookDelivery, { endpointId }, page);
  }

  /** Whatever the endpoint asked for, it gets this one. @throws AppError `not_found`; `conflict` for one that is switched off. */
  async test(userId: string, endpointId: string): Promise<WebhookDelivery> {
    const delivery = await this.em.transactional(async (em) => {
      await this.lockEnabled(em, userId, endpointId);
      const [id] = await this.notes.note(em, userId, [endpointId], 'test', {});
      return em.findOneOrFail(WebhookDelivery, { id: id! });
    });
    this.live.publish(userId, 'webhook.changed', { endpointId });
    return delivery;
  }

  /** The same message under the same id once more, with all its attempts. @throws AppError `not_found`; `conflict` for an endpoint that is switched off. */
  async replay(userId: string, endpointId: string, id: string): Promise<WebhookDelivery> {
    const delivery = await this.em.transactional(async (em) => {
      await this.lockEnabled(em, userId, endpointId);
      const found = await em.findOne(
        WebhookDelivery,
        { id, endpointId, userId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!found) throw new AppError('not_found');
      const jobId = await this.outbox.add(
        em,
        WebhookDue,
        { userId, endpointId, deliveryId: id },
        { ownerId: endpointId },
      );
      const now = this.clock.now();
      return Object.assign(found, {
        state: 'pending' as const,
        jobId: jobId!,
        tries: 0,
        begunAt: now,
        nextAttemptAt: now,
      });
    });
    this.live.publish(userId, 'webhook.changed', { endpointId });
    return delivery;
  }

  private async lockEnabled(em: EntityManager, userId: string, endpointId: string): Promise<void> {
    const endpoint = await em.findOne(
      WebhookEndpoint,
      { id: endpointId, userId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!endpoint) throw new AppError('not_found');
    if (endpoint.disabledAt) throw new AppError('conflict', { detail: 'the endpoint is switched off' });
  }
}
