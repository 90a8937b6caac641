import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PaymentProvider, WebhookInvalid } from '../../integrations/payments/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { PaymentEventReceived } from '../payments.events.js';
import { db } from '../payments.tables.js';

@Injectable()
export class PaymentEventsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly payments: PaymentProvider,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Verifies, stores once, and notes the work. Nothing of the payload is trusted but whom it is about.
   * @throws AppError `webhook_invalid`.
   */
  async receive(rawBody: Buffer, signature: string | undefined): Promise<void> {
    const event = this.verify(rawBody, signature);
    await this.em.transactional(async (em) => {
      const stored = await db(em)
        .insertInto('payment_event')
        .values({
          id: event.id,
          type: event.type,
          customer_id: event.customerId,
          occurred_at: event.createdAt,
          received_at: this.clock.now(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!stored || (!event.customerId && !event.chargeId)) return;
      await this.outbox.add(
        em,
        PaymentEventReceived,
        { eventId: event.id, customerId: event.customerId, chargeId: event.chargeId },
        { dedupeKey: `payment-event:${event.id}` },
      );
    });
  }

  private verify(rawBody: Buffer, signature: string | undefined) {
    try {
      return this.payments.verifyEvent(rawBody, signature);
    } catch (error) {
      if (error instanceof WebhookInvalid) throw new AppError('webhook_invalid');
      throw error;
    }
  }
}
