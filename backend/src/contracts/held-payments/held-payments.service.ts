import { Injectable } from '@nestjs/common';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { CreditsService } from '../../credits/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { HeldOrderDecided } from '../contracts.events.js';
import { WithdrawalsService } from '../withdrawals/withdrawals.service.js';
import { Order, BillingCustomer, CorrectionsService, GrantsService, Payment, isHeld } from '../../payments/index.js';

/** What an admin decides about payments whose credits wait. Joins the transaction of the act. */
@Injectable()
export class HeldPaymentsService {
  constructor(
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly grants: GrantsService,
    private readonly corrections: CorrectionsService,
    private readonly withdrawals: WithdrawalsService,
    private readonly outbox: Outbox,
  ) {}

  /** Grants the credits, less what of the money went back meanwhile. @throws AppError `not_found`; `conflict` when it does not wait any more. */
  async confirm(em: EntityManager, id: string): Promise<Payment> {
    const payment = await this.requireHeld(em, id);
    await this.grants.release(em, payment);
    await this.corrections.follow(em, payment);
    const order = payment.orderId ? await em.findOne(Order, { id: payment.orderId }, { refresh: true }) : null;
    if (order) {
      order.heldAt = null;
      await this.outbox.add(
        em,
        HeldOrderDecided,
        { orderId: order.id, decision: 'confirmed' },
        { dedupeKey: `held-order:${order.id}` },
      );
    }
    await em.flush();
    return payment;
  }

  /** Ends the contract and pays back everything that is left of the price. @throws AppError as `confirm`; `conflict` also while its order is not known yet. */
  async refuse(em: EntityManager, id: string): Promise<Payment> {
    const payment = await this.requireHeld(em, id);
    const order = payment.orderId
      ? await em.findOne(Order, { id: payment.orderId, status: 'paid' }, { refresh: true })
      : null;
    if (!order) throw new AppError('conflict', { detail: 'the order of this payment is not known yet, or has ended' });
    await this.withdrawals.end(em, order, this.clock.now());
    await this.outbox.add(
      em,
      HeldOrderDecided,
      { orderId: order.id, decision: 'refused' },
      { dedupeKey: `held-order:${order.id}` },
    );
    await em.flush();
    return payment;
  }

  /** Under the customer's lock: no synchronisation, no withdrawal and no other decision meanwhile. */
  private async requireHeld(em: EntityManager, id: string): Promise<Payment> {
    const { userId } = (await em.findOne(Payment, { id }, { fields: ['userId'] })) ?? {};
    if (!userId) throw new AppError('not_found');
    await em.findOne(BillingCustomer, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    await this.credits.hold(em, userId);
    const payment = await em.findOneOrFail(Payment, { id }, { refresh: true });
    if (!isHeld(payment)) throw new AppError('conflict', { detail: 'this payment does not wait for anybody any more' });
    return payment;
  }
}
