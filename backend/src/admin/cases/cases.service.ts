import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { usersById, type User } from '../../identity/index.js';
import {
  DeclarationReviewService,
  HeldPaymentsService,
  pageInReview,
  type Declaration,
} from '../../contracts/index.js';
import {
  FailedRefundsService,
  leftOf,
  ordersById,
  pageOfFailedRefunds,
  pageOfHeldPayments,
  recentWithdrawals,
  SynchronisationService,
  type Order,
  type Payment,
  type Refund,
} from '../../payments/index.js';
import { CreditsService } from '../../credits/index.js';
import { Clock } from '../../platform/clock/index.js';
import { Idempotency } from '../../platform/database/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { AuditLog, type Act } from '../audit/audit-log.service.js';
import type {
  AdminAssignmentBody,
  AdminDeclaration,
  AdminDeclarationPage,
  AdminHeldPaymentPage,
  AdminRefund,
  AdminRefundPage,
  AdminSettlementBody,
} from './cases.schemas.js';

/** What people and orders are called. */
interface Known {
  users: Map<string, User>;
  orders: Map<string, Order>;
}

/** What only a person can settle: declarations that a machine could not carry out, and money that could not be sent back. */
@Injectable()
export class CasesService {
  constructor(
    private readonly em: EntityManager,
    private readonly review: DeclarationReviewService,
    private readonly failed: FailedRefundsService,
    private readonly held: HeldPaymentsService,
    private readonly clock: Clock,
    private readonly synchronisation: SynchronisationService,
    private readonly credits: CreditsService,
    private readonly idempotency: Idempotency,
    private readonly live: LivePublisher,
    private readonly audit: AuditLog,
  ) {}

  /** Oldest first: the longest wait is answered first. */
  async declarations(query: PageQuery): Promise<z.infer<typeof AdminDeclarationPage>> {
    const { items, nextCursor } = await pageInReview(this.em, query);
    const known = await this.known(items);
    return { items: items.map((declaration) => viewDeclaration(declaration, known)), nextCursor };
  }

  async refunds(query: PageQuery): Promise<z.infer<typeof AdminRefundPage>> {
    const { items, nextCursor } = await pageOfFailedRefunds(this.em, query);
    const known = await this.known(items.map(({ refund }) => refund));
    return { items: items.map(({ refund, payment }) => viewRefund(refund, payment, known)), nextCursor };
  }

  /** @throws AppError as `DeclarationReviewService.assign`, `forbidden`, `idempotency_conflict`. */
  async assign(
    actorId: string,
    id: string,
    { userId, orderId, reason }: AdminAssignmentBody,
    key: string,
  ): Promise<void> {
    await this.once(
      actorId,
      { key, operation: 'assignDeclaration', id, request: { id, userId, orderId } },
      async (em) => {
        const { kind } = await this.review.assign(em, id, { userId, orderId });
        return { action: 'declaration.assign', subjectId: id, reason, detail: { kind, userId, orderId } };
      },
    );
  }

  /** @throws AppError as `DeclarationReviewService.close`, `forbidden`. */
  async close(actorId: string, id: string, reason: string): Promise<void> {
    await this.audit.run(actorId, async (em) => {
      const { kind } = await this.review.close(em, id, reason);
      return { action: 'declaration.close', subjectId: id, reason, detail: { kind } };
    });
  }

  /**
   * Reads the provider first: what went back meanwhile is not promised again.
   * @throws AppError as `FailedRefundsService.retry`, `payment_provider_unavailable`, `forbidden`, `idempotency_conflict`.
   */
  async retryRefund(actorId: string, id: string, reason: string, key: string): Promise<void> {
    const owner = await this.failed.ownerOf(this.em, id);
    await this.synchronisation.synchroniseUser(owner);
    await this.once(actorId, { key, operation: 'retryRefund', id, request: { id } }, async (em) => {
      const { amountRappen } = await this.failed.retry(em, id);
      return { action: 'refund.retry', subjectId: id, reason, detail: { amountRappen } };
    });
    await this.tell(owner);
  }

  /** @throws AppError as `FailedRefundsService.settle`, `forbidden`. */
  async settleRefund(actorId: string, id: string, { how, reason }: AdminSettlementBody): Promise<void> {
    let owner = '';
    await this.audit.run(actorId, async (em) => {
      const { amountRappen, userId } = await this.failed.settle(em, id, how);
      owner = userId;
      return { action: 'refund.settle', subjectId: id, reason, detail: { how, amountRappen } };
    });
    await this.tell(owner);
  }

  async heldPayments(query: PageQuery): Promise<z.infer<typeof AdminHeldPaymentPage>> {
    const { items, nextCursor } = await pageOfHeldPayments(this.em, query);
    const known = await this.known(items);
    const counts = await Promise.all(items.map(({ userId }) => recentWithdrawals(this.em, userId, this.clock.now())));
    return {
      items: items.map((payment, index) => ({
        id: payment.id,
        amountRappen: payment.amountRappen,
        credits: payment.creditsHeld,
        paidAt: payment.paidAt.toISOString(),
        leftRappen: leftOf(payment),
        withdrawals: counts[index]!,
        ...viewParties(known, payment),
      })),
      nextCursor,
    };
  }

  /** @throws AppError as `HeldPaymentsService.confirm`, `forbidden`, `idempotency_conflict`. */
  async confirmHeld(actorId: string, id: string, reason: string, key: string): Promise<void> {
    let owner: string | null = null;
    await this.once(actorId, { key, operation: 'confirmHeldPayment', id, request: { id } }, async (em) => {
      const { amountRappen, creditsGranted, userId } = await this.held.confirm(em, id);
      owner = userId;
      return { action: 'payment.confirm', subjectId: id, reason, detail: { amountRappen, credits: creditsGranted } };
    });
    if (owner) await this.tell(owner);
  }

  /** @throws AppError as `HeldPaymentsService.refuse`, `forbidden`, `idempotency_conflict`. */
  async refuseHeld(actorId: string, id: string, reason: string, key: string): Promise<void> {
    await this.once(actorId, { key, operation: 'refuseHeldPayment', id, request: { id } }, async (em) => {
      const { amountRappen } = await this.held.refuse(em, id);
      return { action: 'payment.refuse', subjectId: id, reason, detail: { amountRappen } };
    });
  }

  /** The credits followed the money. */
  private async tell(userId: string): Promise<void> {
    this.live.publish(userId, 'credits.changed', { balance: await this.credits.balance(userId) });
  }

  /** One act and one line for one key, however often it is sent. */
  private async once(
    actorId: string,
    { key, operation, id, request }: { key: string; operation: string; id: string; request: object },
    act: (em: EntityManager) => Promise<Act>,
  ): Promise<void> {
    await this.audit.run(actorId, async (em) => {
      let done: Act | null = null;
      await this.idempotency.once(em, { userId: actorId, key, operation, request }, async () => {
        done = await act(em);
        return id;
      });
      return done;
    });
  }

  /** Two queries for a page, however long it is; who has left has no name. */
  private async known(items: readonly { userId?: string | null; orderId?: string | null }[]): Promise<Known> {
    const ids = (of: 'userId' | 'orderId') => items.map((item) => item[of]);
    return { users: await usersById(this.em, ids('userId')), orders: await ordersById(this.em, ids('orderId')) };
  }
}

function viewParties(
  { users, orders }: Known,
  { userId, orderId }: { userId?: string | null; orderId?: string | null },
): Pick<AdminDeclaration, 'account' | 'order'> {
  const [user, order] = [users.get(userId ?? ''), orders.get(orderId ?? '')];
  return {
    account: user ? { id: user.id, email: user.email } : null,
    order: order
      ? {
          id: order.id,
          number: order.number,
          itemName: order.itemName,
          status: order.status,
          amountRappen: order.amountRappen,
          paidAt: order.paidAt?.toISOString() ?? null,
        }
      : null,
  };
}

function viewDeclaration(declaration: Declaration, known: Known): AdminDeclaration {
  const { id, number, kind, manner, name, email, orderNumber, statement, createdAt, reviewReason, effectiveAt } =
    declaration;
  return {
    id,
    number,
    kind,
    manner: manner ?? null,
    name,
    email,
    orderNumber: orderNumber ?? null,
    statement: statement ?? null,
    receivedAt: createdAt.toISOString(),
    reviewReason: reviewReason ?? null,
    ...viewParties(known, declaration),
    effectiveAt: effectiveAt?.toISOString() ?? null,
  };
}

function viewRefund(refund: Refund, payment: Payment, known: Known): AdminRefund {
  const { amountRappen, refundedRappen, disputedRappen, paidAt, paymentIntentId } = payment;
  return {
    id: refund.id,
    amountRappen: refund.amountRappen,
    createdAt: refund.createdAt.toISOString(),
    failure: refund.failure ?? null,
    attempts: refund.attempt,
    ...viewParties(known, refund),
    payment: {
      amountRappen,
      refundedRappen,
      disputedRappen,
      paidAt: paidAt.toISOString(),
      providerReference: paymentIntentId ?? null,
    },
    leftRappen: leftOf(payment),
  };
}
