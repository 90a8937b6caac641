import { Injectable } from '@nestjs/common';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { findUser } from '../../identity/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { DeclarationClosed, DeclarationDue } from '../contracts.events.js';
import { findOrder, SubscriptionsService, withdrawableUntil } from '../../payments/index.js';
import { Declaration } from './declaration.entity.js';

/** Whose contract a declaration is about; an order for a withdrawal. */
export interface Contract {
  userId: string;
  orderId: string | null;
}

/** What a person does with a declaration that a machine could not carry out. Joins the transaction of the act. */
@Injectable()
export class DeclarationReviewService {
  constructor(
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  /**
   * Says whose contract it is about, and has it carried out as any other: by the same job, with the same emails.
   * @throws AppError `not_found`; `conflict` when somebody else was quicker, or the account has nothing to end; `not_withdrawable`.
   */
  async assign(em: EntityManager, id: string, contract: Contract): Promise<Declaration> {
    const declaration = await this.requireInReview(em, id);
    await this.requireContract(em, declaration, contract);
    Object.assign(declaration, { ...contract, status: 'received', assignedAt: this.clock.now() });
    await em.flush();
    await this.outbox.add(em, DeclarationDue, { declarationId: id, withLetters: true });
    return declaration;
  }

  /** Answers it without carrying it out; the answer goes to the person who declared it. @throws AppError `not_found`, `conflict`. */
  async close(em: EntityManager, id: string, answer: string): Promise<Declaration> {
    const declaration = await this.requireInReview(em, id);
    Object.assign(declaration, { status: 'closed', answer });
    await em.flush();
    await this.outbox.add(em, DeclarationClosed, { declarationId: id }, { dedupeKey: `declaration-closed:${id}` });
    return declaration;
  }

  private async requireInReview(em: EntityManager, id: string): Promise<Declaration> {
    const declaration = await em.findOne(Declaration, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (!declaration) throw new AppError('not_found');
    if (declaration.status !== 'review')
      throw new AppError('conflict', { detail: 'this declaration does not wait for anybody any more' });
    return declaration;
  }

  /** There is such a contract, and it can be ended by what was declared: nobody is told «done» and finds it back in the list. */
  private async requireContract(
    em: EntityManager,
    { kind, createdAt }: Declaration,
    { userId, orderId }: Contract,
  ): Promise<void> {
    if (!(await findUser(em, { id: userId }))) throw new AppError('not_found');
    if (kind === 'cancellation') {
      if (orderId !== null)
        throw new AppError('validation', {
          fields: [
            {
              path: 'orderId',
              code: 'not_for_cancellations',
              message: 'a cancellation is about a subscription, not about an order',
            },
          ],
        });
      if ((await this.subscriptions.running(userId, em)).length === 0)
        throw new AppError('conflict', { detail: 'no subscription runs for this account' });
      return;
    }
    const order = orderId && (await findOrder(em, { id: orderId, userId }));
    if (!order) throw new AppError('not_found');
    if (!withdrawableUntil(order, createdAt)) throw new AppError('not_withdrawable');
  }
}
