import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { isOpenAccount } from '../../identity/index.js';
import { sign, WebhookPoster, type PostResult } from '../../integrations/webhooks/index.js';
import { Clock, DAY, SECOND } from '../../platform/clock/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox, type Lease } from '../../platform/queue/index.js';
import { db } from '../partners.tables.js';
import { giveUpDeliveries } from './give-up-deliveries.js';
import { nextAttempt } from './retry-schedule.js';
import { WebhookDelivery, type DeliveryAttempt } from './webhook-delivery.entity.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookKeys } from './webhook-keys.js';
import { WebhookDue, WebhookEndpointDisabled } from './webhooks.events.js';
import type { DeliveryError } from './webhooks.schemas.js';

const GONE = 410;
/** More are known only to an endpoint whose messages are sent again and again by hand. */
const KEPT_ATTEMPTS = 40;

interface Due {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
}

/** Sends what is due. A worker that dies between sending and noting has another send it again, under the same id. */
@Injectable()
export class WebhookSending {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly poster: WebhookPoster,
    private readonly keys: WebhookKeys,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
  ) {}

  async deliver(deliveryId: string, lease: Lease): Promise<void> {
    const due = await this.due(deliveryId, lease);
    if (!due) return this.drop(deliveryId, lease);
    const at = this.clock.now();
    const began = performance.now();
    const { status, error } = await this.post(due, at, lease.signal);
    const attempt: DeliveryAttempt = {
      at: at.toISOString(),
      status,
      durationMs: Math.round(performance.now() - began),
      error,
    };
    await this.em.fork().transactional(async (em) => {
      await lease.finish(em);
      await this.note(em, deliveryId, lease.jobId, attempt);
    });
    this.live.publish(due.endpoint.userId, 'webhook.changed', { endpointId: due.endpoint.id });
  }

  /** What is still to be sent by this job is of somebody, or for an endpoint, that is sent nothing any more. */
  private async drop(deliveryId: string, { jobId }: Lease): Promise<void> {
    await this.em
      .fork()
      .nativeUpdate(
        WebhookDelivery,
        { id: deliveryId, jobId, state: 'pending' },
        { state: 'failed', nextAttemptAt: null },
      );
  }

  /** In the transaction that gives the job up: nothing is left that would try again. */
  async onFailed(deliveryId: string, em: EntityManager): Promise<void> {
    await em.nativeUpdate(
      WebhookDelivery,
      { id: deliveryId, state: 'pending' },
      { state: 'failed', nextAttemptAt: null },
    );
  }

  /** @returns null for what was sent, called off or noted anew meanwhile */
  private async due(deliveryId: string, { jobId }: Lease): Promise<Due | null> {
    const em = this.em.fork();
    const delivery = await em.findOne(WebhookDelivery, { id: deliveryId, jobId, state: 'pending' });
    const endpoint = delivery && (await em.findOne(WebhookEndpoint, { id: delivery.endpointId, disabledAt: null }));
    if (!delivery || !endpoint) return null;
    return (await isOpenAccount(em, endpoint.userId)) ? { delivery, endpoint } : null;
  }

  private async post(
    { delivery, endpoint }: Due,
    now: Date,
    stop: AbortSignal,
  ): Promise<Omit<PostResult, 'error'> & { error: DeliveryError | null }> {
    const keys = this.keys.of(endpoint, now);
    if (keys.length === 0) return { status: null, error: 'secret_unreadable' };
    const { messageId: id, body } = delivery;
    return this.poster.post(
      { url: endpoint.url, headers: { ...sign({ id, body }, keys, now) }, body },
      facts.webhooks.timeoutSeconds * SECOND,
      stop,
    );
  }

  /** Writes down how an attempt ended, and what comes of it. The endpoint first: all who note something of it meet there. */
  private async note(em: EntityManager, deliveryId: string, jobId: string, attempt: DeliveryAttempt): Promise<void> {
    const found = await db(em)
      .selectFrom('webhook_endpoint as e')
      .innerJoin('webhook_delivery as d', 'd.endpoint_id', 'e.id')
      .select('e.id')
      .where('d.id', '=', deliveryId)
      .forNoKeyUpdate('e')
      .executeTakeFirst();
    const delivery =
      found &&
      (await em.findOne(
        WebhookDelivery,
        { id: deliveryId, jobId, state: 'pending' },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      ));
    if (!delivery) return;
    const endpoint = await em.findOneOrFail(WebhookEndpoint, { id: delivery.endpointId });
    delivery.attempts = [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS);
    delivery.tries += 1;
    if (attempt.error === null) this.taken({ delivery, endpoint });
    else await this.notTaken(em, { delivery, endpoint }, attempt);
    await em.flush();
  }

  private taken({ delivery, endpoint }: Due): void {
    Object.assign(delivery, { state: 'delivered', nextAttemptAt: null });
    endpoint.failingSince = null;
  }

  private async notTaken(em: EntityManager, due: Due, { status }: DeliveryAttempt): Promise<void> {
    const { delivery, endpoint } = due;
    const now = this.clock.now();
    const isTest = delivery.type === 'test';
    if (!isTest) endpoint.failingSince ??= now;
    const next = isTest || status === GONE ? null : nextAttempt(delivery.tries, delivery.begunAt, now);
    if (next) return this.postpone(em, due, next);
    Object.assign(delivery, { state: 'failed', nextAttemptAt: null });
    if (status === GONE) return this.disable(em, endpoint, 'gone');
    const isGivenUp = !isTest && now.getTime() - endpoint.failingSince!.getTime() >= facts.webhooks.failingDays * DAY;
    if (isGivenUp) await this.disable(em, endpoint, 'failing');
  }

  private async postpone(em: EntityManager, { delivery, endpoint }: Due, next: Date): Promise<void> {
    const payload = { userId: endpoint.userId, endpointId: endpoint.id, deliveryId: delivery.id };
    const jobId = await this.outbox.add(em, WebhookDue, payload, { ownerId: endpoint.id, runAfter: next });
    Object.assign(delivery, { jobId: jobId!, nextAttemptAt: next });
  }

  /** What waits for it is given up; the jobs of it find nothing to send. */
  private async disable(em: EntityManager, endpoint: WebhookEndpoint, reason: 'gone' | 'failing'): Promise<void> {
    if (endpoint.disabledAt) return;
    const now = this.clock.now();
    Object.assign(endpoint, { disabledAt: now, disabledReason: reason });
    await em.flush();
    await giveUpDeliveries(em, endpoint.id);
    await this.outbox.add(em, WebhookEndpointDisabled, {
      userId: endpoint.userId,
      endpointId: endpoint.id,
      reason,
      at: now.toISOString(),
    });
  }
}
