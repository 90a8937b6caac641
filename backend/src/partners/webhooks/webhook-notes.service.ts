import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { TrainingEnded } from '../../ai-profiles/index.js';
import { BalanceMoved } from '../../credits/index.js';
import { facts } from '../../facts/index.js';
import { PortraitsExpiring, GenerationEnded } from '../../generations/index.js';
import { openAccounts } from '../../identity/index.js';
import { DomainEvents } from '../../platform/domain-events/index.js';
import { Clock } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { db } from '../partners.tables.js';
import type { WebhookEventData, WebhookEventType } from './webhook-event.schemas.js';
import { WebhookDue } from './webhooks.events.js';

/** Writes messages down in the transaction of what they tell of, one delivery for each endpoint that asked for them. */
@Injectable()
export class WebhookNotes implements OnModuleInit {
  constructor(
    private readonly domainEvents: DomainEvents,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.domainEvents.subscribe(TrainingEnded, (em, { userId, profileId, ...end }) =>
      end.status === 'ready'
        ? this.tell(em, userId, 'profile.ready', { profileId })
        : this.tell(em, userId, 'profile.failed', { profileId, reason: end.reason }),
    );
    this.domainEvents.subscribe(GenerationEnded, (em, { userId, generationId, profileId, ...end }) =>
      end.status === 'completed'
        ? this.tell(em, userId, 'generation.completed', { generationId, profileId, portraits: end.portraits })
        : this.tell(em, userId, 'generation.failed', { generationId, profileId, reason: end.reason }),
    );
    this.domainEvents.subscribe(PortraitsExpiring, (em, { userId, generationId, expiresAt }) =>
      this.tell(em, userId, 'portraits.expiring', { generationId, expiresAt: expiresAt.toISOString() }),
    );
    this.domainEvents.subscribe(BalanceMoved, (em, moved) => this.watchBalance(em, moved));
  }

  /** Only the step below is told: not what is taken further down, and again only after it rose above. */
  private async watchBalance(
    em: EntityManager,
    { userId, before, after }: { userId: string; before: number; after: number },
  ): Promise<void> {
    const threshold = facts.webhooks.lowCredits;
    if (before >= threshold && after < threshold)
      await this.tell(em, userId, 'credits.low', { balance: after, threshold });
  }

  /** To every endpoint that asked for it and is switched on; nobody is told of an account that is blocked or gone. */
  private async tell<T extends WebhookEventType>(
    em: EntityManager,
    userId: string,
    type: T,
    data: WebhookEventData<T>,
  ): Promise<void> {
    // Held until the commit: an endpoint that is being deleted takes its deliveries with it, and does not end this transaction.
    const endpoints = await db(em)
      .selectFrom('webhook_endpoint as e')
      .select('e.id')
      .where('e.user_id', '=', userId)
      .where('e.user_id', 'in', openAccounts(em))
      .where('e.disabled_at', 'is', null)
      .where(sql<boolean>`e.events @> ${JSON.stringify([type])}::jsonb`)
      .orderBy('e.id')
      .forKeyShare('e')
      .execute();
    if (endpoints.length > 0)
      await this.note(
        em,
        userId,
        endpoints.map(({ id }) => id),
        type,
        data,
      );
  }

  /** One message with one id, a delivery for each endpoint. @returns the deliveries' ids */
  async note<T extends WebhookEventType>(
    em: EntityManager,
    userId: string,
    endpointIds: readonly string[],
    type: T,
    data: WebhookEventData<T>,
  ): Promise<string[]> {
    const now = this.clock.now();
    const messageId = `msg_${randomUUID().replaceAll('-', '')}`;
    const body = JSON.stringify({ id: messageId, type, createdAt: now.toISOString(), data });
    const deliveries: string[] = [];
    for (const endpointId of endpointIds) {
      const deliveryId = randomUUID();
      const jobId = await this.outbox.add(em, WebhookDue, { userId, endpointId, deliveryId }, { ownerId: endpointId });
      await db(em)
        .insertInto('webhook_delivery')
        .values({
          id: deliveryId,
          created_at: now,
          user_id: userId,
          endpoint_id: endpointId,
          message_id: messageId,
          type,
          body,
          state: 'pending',
          attempts: [],
          job_id: jobId!,
          tries: 0,
          begun_at: now,
          next_attempt_at: now,
        })
        .execute();
      deliveries.push(deliveryId);
    }
    return deliveries;
  }
}
