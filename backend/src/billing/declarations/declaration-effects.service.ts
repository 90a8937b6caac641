import { Injectable, Logger } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { UsersService } from '../../accounts/index.js';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { SubscriptionCanceled, type DeclarationDue } from '../billing.events.js';
import { normaliseOrderNumber } from '../orders/order-number.js';
import { Order } from '../orders/order.entity.js';
import { Subscription } from '../subscriptions/subscription.entity.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { Refund } from '../synchronisation/refund.entity.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';
import { Declaration } from './declaration.entity.js';
import { WithdrawalsService } from './withdrawals.service.js';

type Payload = z.infer<typeof DeclarationDue.schema>;
type Outcome = Partial<Pick<Declaration, 'userId' | 'orderId' | 'effectiveAt' | 'refundRappen'>> & { status: 'done' | 'review' };

/** Does what a declaration demands, as far as that can be told by a machine; the rest is for a person to look at. */
@Injectable()
export class DeclarationEffectsService {
  private readonly logger = new Logger('declarations');

  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly payments: PaymentProvider,
    private readonly subscriptions: SubscriptionsService,
    private readonly synchronisation: SynchronisationService,
    private readonly withdrawals: WithdrawalsService,
    private readonly outbox: Outbox,
  ) {}

  /** Safe to repeat: what was done before a crash is found done. */
  async carryOut({ declarationId, withLetters }: Payload): Promise<void> {
    const declaration = await this.em.fork().findOneOrFail(Declaration, { id: declarationId });
    if (declaration.status !== 'received') return;
    if (declaration.kind === 'cancellation') await this.cancel(declaration, withLetters);
    else await this.withdraw(declaration);
  }

  /** What cannot be carried out is not forgotten either. */
  async hand(payload: Payload, em: EntityManager): Promise<void> {
    await this.settle(em, payload.declarationId, { status: 'review' });
  }

  /** The address is enough, since a cancellation can be taken back and its owner is told of it (docs/contracts.md). */
  private async cancel(declaration: Declaration, withLetters: boolean): Promise<void> {
    const userId = await this.users.idOf(declaration.email);
    const before = userId && (await this.running(userId));
    if (!userId || !before) return this.conclude(declaration, { userId, status: 'review' });
    for (const { providerId } of await this.subscriptions.running(userId)) await this.payments.endSubscriptionAtPeriodEnd(providerId);
    await this.synchronisation.synchroniseUser(userId);
    const after = await this.em.fork().findOneOrFail(Subscription, { id: before.id });
    // A month that began after the declaration was received has been charged in between.
    const isLate = declaration.createdAt < after.currentPeriodStart;
    const outcome: Outcome = { userId, effectiveAt: after.currentPeriodEnd, status: declaration.manner === 'extraordinary' || isLate ? 'review' : 'done' };
    await this.conclude(declaration, outcome, withLetters || !before.cancelAtPeriodEnd ? after : null);
  }

  private async running(userId: string): Promise<Subscription | null> {
    await this.synchronisation.synchroniseUser(userId);
    const current = await this.subscriptions.current(userId);
    return current?.status === 'canceled' ? null : current;
  }

  private async withdraw(declaration: Declaration): Promise<void> {
    const userId = await this.users.idOf(declaration.email);
    const order = userId && (await this.em.fork().findOne(Order, { userId, number: normaliseOrderNumber(declaration.orderNumber ?? '') }));
    if (!userId || !order) return this.conclude(declaration, { userId, status: 'review' });
    const withdrawn = await this.withdrawnBy(declaration, order);
    if (!withdrawn) return this.conclude(declaration, { userId, orderId: order.id, status: 'review' });
    const refunds = await this.em.fork().find(Refund, { orderId: order.id });
    const refundRappen = refunds.reduce((sum, refund) => sum + refund.amountRappen, 0);
    await this.conclude(declaration, { userId, orderId: order.id, status: 'done', effectiveAt: withdrawn.withdrawnAt ?? null, refundRappen });
  }

  /** @returns null when the order was withdrawn from before, or cannot be. */
  private async withdrawnBy(declaration: Declaration, order: Order): Promise<Order | null> {
    if (order.withdrawnAt && order.withdrawnAt < declaration.createdAt) return null;
    if (order.status === 'pending') await this.synchronisation.synchroniseUser(order.userId);
    try {
      return await this.withdrawals.withdraw(order.userId, order.id, declaration.createdAt);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_withdrawable') return null;
      throw error;
    }
  }

  /** Notes the outcome and, in the same transaction, tells the owner when a subscription was cancelled. */
  private async conclude(declaration: Declaration, outcome: Outcome, canceled: Subscription | null = null): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await this.settle(em, declaration.id, outcome);
      if (canceled) await this.outbox.add(em, SubscriptionCanceled, { subscriptionId: canceled.id }, { dedupeKey: `subscription-canceled:${declaration.id}` });
    });
  }

  private async settle(em: EntityManager, id: string, outcome: Outcome): Promise<void> {
    const declaration = await em.findOneOrFail(Declaration, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (declaration.status !== 'received') return;
    Object.assign(declaration, outcome);
    await em.flush();
    if (outcome.status === 'review') this.logger.warn({ number: declaration.number }, 'a declaration waits for somebody to look at it');
  }
}
