import { Injectable, Logger } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { UsersService } from '../../identity/index.js';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import {
  findOrder,
  normaliseOrderNumber,
  OrdersService,
  SubscriptionCanceled,
  SubscriptionsService,
  SynchronisationService,
  type Order,
  type Subscription,
} from '../../payments/index.js';
import { type DeclarationDue } from '../contracts.events.js';
import { Declaration, type ReviewReason } from './declaration.entity.js';
import { WithdrawalsService } from '../withdrawals/withdrawals.service.js';

type Payload = z.infer<typeof DeclarationDue.schema>;
type Found = Partial<Pick<Declaration, 'userId' | 'orderId' | 'effectiveAt' | 'refundRappen'>>;
type Result = Found & ({ status: 'done' } | { status: 'review'; reviewReason: ReviewReason });

/** Does what a declaration demands, as far as that can be told by a machine; the rest is for a person to look at. */
@Injectable()
export class DeclarationEffectsService {
  private readonly logger = new Logger('declarations');

  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly payments: PaymentProvider,
    private readonly orders: OrdersService,
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
    await this.settle(em, payload.declarationId, { status: 'review', reviewReason: 'gave_up' });
  }

  /** The address is enough, since a cancellation can be taken back and its owner is told of it (docs/contracts.md). */
  private async cancel(declaration: Declaration, withLetters: boolean): Promise<void> {
    const userId = await this.ownerOf(declaration);
    if (!userId) return this.conclude(declaration, { status: 'review', reviewReason: 'no_account' });
    const before = await this.running(userId);
    if (!before) return this.conclude(declaration, { userId, status: 'review', reviewReason: 'no_subscription' });
    for (const { providerId } of await this.subscriptions.running(userId))
      await this.payments.endSubscriptionAtPeriodEnd(providerId);
    await this.synchronisation.synchroniseUser(userId);
    const after = await this.subscriptions.get(before.id);
    const found = { userId, effectiveAt: after.currentPeriodEnd };
    const reviewReason = reasonToLook(declaration, after);
    await this.conclude(
      declaration,
      reviewReason ? { ...found, status: 'review', reviewReason } : { ...found, status: 'done' },
      withLetters || !before.cancelAtPeriodEnd ? after : null,
    );
  }

  /** Whose contract it is about: the account with the address, unless an admin has said whose. */
  private async ownerOf({ assignedAt, userId, email }: Declaration): Promise<string | null> {
    return assignedAt ? (userId ?? null) : this.users.idOf(email);
  }

  private async running(userId: string): Promise<Subscription | null> {
    await this.synchronisation.synchroniseUser(userId);
    const current = await this.subscriptions.current(userId);
    return current?.status === 'canceled' ? null : current;
  }

  private async withdraw(declaration: Declaration): Promise<void> {
    const userId = await this.ownerOf(declaration);
    if (!userId) return this.conclude(declaration, { status: 'review', reviewReason: 'no_account' });
    const which = declaration.assignedAt
      ? { id: declaration.orderId ?? null }
      : { number: normaliseOrderNumber(declaration.orderNumber ?? '') };
    const order = await findOrder(this.em.fork(), { userId, ...which });
    if (!order) return this.conclude(declaration, { userId, status: 'review', reviewReason: 'no_order' });
    const withdrawn = await this.withdrawnBy(declaration, order);
    if (typeof withdrawn === 'string')
      return this.conclude(declaration, { userId, orderId: order.id, status: 'review', reviewReason: withdrawn });
    await this.conclude(declaration, {
      userId,
      orderId: order.id,
      status: 'done',
      effectiveAt: withdrawn.withdrawnAt ?? null,
      refundRappen: await this.orders.refundedFor(order.id),
    });
  }

  /** @returns why not, when the order was withdrawn from before, or cannot be. */
  private async withdrawnBy(declaration: Declaration, order: Order): Promise<Order | ReviewReason> {
    if (order.withdrawnAt && order.withdrawnAt < declaration.createdAt) return 'withdrawn_before';
    if (order.status === 'pending') await this.synchronisation.synchroniseUser(order.userId);
    try {
      return await this.withdrawals.withdraw(order.userId, order.id, declaration.createdAt);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_withdrawable') return 'not_withdrawable';
      throw error;
    }
  }

  /** Notes the result and, in the same transaction, tells the owner when a subscription was canceled. */
  private async conclude(
    declaration: Declaration,
    result: Result,
    canceled: Subscription | null = null,
  ): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await this.settle(em, declaration.id, result);
      const dedupeKey = [
        'subscription-canceled',
        declaration.id,
        ...(declaration.assignedAt ? [declaration.assignedAt.getTime()] : []),
      ].join(':');
      if (canceled) await this.outbox.add(em, SubscriptionCanceled, { subscriptionId: canceled.id }, { dedupeKey });
    });
  }

  private async settle(em: EntityManager, id: string, result: Result): Promise<void> {
    const declaration = await em.findOneOrFail(
      Declaration,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (declaration.status !== 'received') return;
    Object.assign(declaration, { reviewReason: null }, result);
    await em.flush();
    if (result.status === 'review')
      this.logger.warn(
        { number: declaration.number, reason: result.reviewReason },
        'a declaration waits for somebody to look at it',
      );
  }
}

/** What an admin has looked at is not looked at again. A month that began after the declaration was received has been charged in between. */
function reasonToLook({ assignedAt, manner, createdAt }: Declaration, after: Subscription): ReviewReason | null {
  if (assignedAt) return null;
  if (manner === 'extraordinary') return 'good_cause';
  return createdAt < after.currentPeriodStart ? 'month_charged' : null;
}
