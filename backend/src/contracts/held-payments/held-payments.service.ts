import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { findOrder, HeldCreditsService, type Payment } from '../../payments/index.js';
import { HeldOrderDecided } from '../contracts.events.js';
import { WithdrawalsService } from '../withdrawals/withdrawals.service.js';

/** What an admin decides about payments whose credits wait. Joins the transaction of the act. */
@Injectable()
export class HeldPaymentsService {
  constructor(
    private readonly clock: Clock,
    private readonly held: HeldCreditsService,
    private readonly withdrawals: WithdrawalsService,
    private readonly outbox: Outbox,
  ) {}

  /** Grants the credits, less what of the money went back meanwhile. @throws AppError `not_found`; `conflict` when it does not wait any more. */
  async confirm(em: EntityManager, id: string): Promise<Payment> {
    const payment = await this.held.require(em, id);
    const order = await this.held.release(em, payment);
    if (order) await this.tell(em, order.id, 'confirmed');
    return payment;
  }

  /** Ends the contract and pays back everything that is left of the price. @throws AppError as `confirm`; `conflict` also while its order is not known yet. */
  async refuse(em: EntityManager, id: string): Promise<Payment> {
    const payment = await this.held.require(em, id);
    const order = payment.orderId ? await findOrder(em, { id: payment.orderId, status: 'paid' }) : null;
    if (!order) throw new AppError('conflict', { detail: 'the order of this payment is not known yet, or has ended' });
    await this.withdrawals.end(em, order, this.clock.now());
    await this.tell(em, order.id, 'refused');
    await em.flush();
    return payment;
  }

  private async tell(em: EntityManager, orderId: string, decision: 'confirmed' | 'refused'): Promise<void> {
    await this.outbox.add(em, HeldOrderDecided, { orderId, decision }, { dedupeKey: `held-order:${orderId}` });
  }
}
