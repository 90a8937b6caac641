import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { findUser, pageOfUsers, usersById } from '../../identity/index.js';
import { findDeclaration, type Declaration } from '../../contracts/index.js';
import {
  findOrder,
  normaliseOrderNumber,
  paidOrders,
  SubscriptionsService,
  withdrawableUntil,
  withdrawalEnd,
  type Order,
} from '../../payments/index.js';
import { PlansService } from '../../catalogue/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { AdminContract } from './cases.schemas.js';

/** More than an admin can choose from; a narrower search finds the rest. */
const MOST = 20;

/** Looks for the contract that a declaration is about, where the declaration itself did not say it well enough. */
@Injectable()
export class ContractsService {
  constructor(
    private readonly em: EntityManager,
    private readonly plans: PlansService,
    private readonly running: SubscriptionsService,
  ) {}

  /** Those that can still be ended come first. @param q what an admin typed; else address and number of the declaration. @throws AppError `not_found`. */
  async find(declarationId: string, q: string | undefined): Promise<AdminContract[]> {
    const declaration = await findDeclaration(this.em, declarationId);
    if (!declaration) throw new AppError('not_found');
    const [userIds, numbered] = [await this.people(declaration, q), await this.numbered(declaration, q)];
    const found =
      declaration.kind === 'cancellation'
        ? await this.subscriptions(userIds, numbered)
        : await this.orders(userIds, numbered, declaration.createdAt);
    return found.toSorted((a, b) => Number(b.isEndable) - Number(a.isEndable)).slice(0, MOST);
  }

  private async people({ email, userId }: Declaration, q: string | undefined): Promise<string[]> {
    if (q) return (await pageOfUsers(this.em, { text: q }, { limit: MOST })).items.map(({ id }) => id);
    const owner = await findUser(this.em, { email });
    return [...(owner ? [owner.id] : []), ...(userId ? [userId] : [])];
  }

  private async numbered({ orderNumber }: Declaration, q: string | undefined): Promise<Order | null> {
    const typed = q ?? orderNumber;
    return typed ? findOrder(this.em, { number: normaliseOrderNumber(typed) }) : null;
  }

  private async subscriptions(userIds: string[], numbered: Order | null): Promise<AdminContract[]> {
    const running = await this.running.running([...userIds, ...(numbered ? [numbered.userId] : [])]);
    const plans = new Map((await this.plans.list()).map(({ id, name }) => [id, name]));
    return this.named(running, ({ userId, planId, priceRappen, startedAt, currentPeriodEnd }) => ({
      userId,
      orderId: null,
      itemName: plans.get(planId) ?? planId,
      orderNumber: null,
      amountRappen: priceRappen,
      since: startedAt.toISOString(),
      until: currentPeriodEnd.toISOString(),
      isEndable: true,
    }));
  }

  private async orders(userIds: string[], numbered: Order | null, declaredAt: Date): Promise<AdminContract[]> {
    const paid = await paidOrders(this.em, { userIds, orderId: numbered?.id ?? null, limit: 5 * MOST });
    return this.named(paid, (order) => ({
      userId: order.userId,
      orderId: order.id,
      itemName: order.itemName,
      orderNumber: order.number,
      amountRappen: order.amountRappen,
      since: (order.paidAt ?? order.createdAt).toISOString(),
      until: order.paidAt ? withdrawalEnd(order.paidAt).toISOString() : null,
      isEndable: withdrawableUntil(order, declaredAt) !== null,
    }));
  }

  /** With whose it is; without those of people who have left. */
  private async named<T extends { userId: string }>(
    rows: T[],
    view: (row: T) => Omit<AdminContract, 'email' | 'displayName'>,
  ): Promise<AdminContract[]> {
    const users = await usersById(
      this.em,
      rows.map(({ userId }) => userId),
    );
    return rows.flatMap((row) => {
      const user = users.get(row.userId);
      return user ? [{ ...view(row), email: user.email, displayName: user.displayName ?? null }] : [];
    });
  }
}
