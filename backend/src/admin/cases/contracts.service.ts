import { Injectable } from '@nestjs/common';
import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { User } from '../../identity/index.js';
import { Declaration } from '../../contracts/index.js';
import { normaliseOrderNumber, Order, Subscription, withdrawableUntil, withdrawalEnd } from '../../payments/index.js';
import { Plan } from '../../catalogue/index.js';
import { AppError } from '../../platform/errors/index.js';
import { matching } from '../users/matching.js';
import type { AdminContract } from './cases.schemas.js';

/** More than one can choose from; whoever searches finds a narrower word. */
const MOST = 20;

/** Looks for the contract that a declaration is about, where the declaration itself did not say it well enough. */
@Injectable()
export class ContractsService {
  constructor(private readonly em: EntityManager) {}

  /** Those that can still be ended come first. @param q what an admin typed; else address and number of the declaration. @throws AppError `not_found`. */
  async find(declarationId: string, q: string | undefined): Promise<AdminContract[]> {
    const declaration = await this.em.findOne(Declaration, { id: declarationId }, { refresh: true });
    if (!declaration) throw new AppError('not_found');
    const [users, numbered] = [await this.people(declaration, q), await this.numbered(declaration, q)];
    const found =
      declaration.kind === 'cancellation'
        ? await this.subscriptions(users, numbered)
        : await this.orders(users, numbered, declaration.createdAt);
    return found.toSorted((a, b) => Number(b.isEndable) - Number(a.isEndable)).slice(0, MOST);
  }

  private people({ email, userId }: Declaration, q: string | undefined): Promise<User[]> {
    const which: FilterQuery<User> = q ? matching(q) : { $or: [{ email }, ...(userId ? [{ id: userId }] : [])] };
    return this.em.find(
      User,
      { $and: [which, { deletedAt: null }] },
      {
        orderBy: { createdAt: 'desc' },
        limit: MOST,
        refresh: true,
      },
    );
  }

  private numbered({ orderNumber }: Declaration, q: string | undefined): Promise<Order | null> {
    const typed = q ?? orderNumber;
    return typed
      ? this.em.findOne(Order, { number: normaliseOrderNumber(typed) }, { refresh: true })
      : Promise.resolve(null);
  }

  private async subscriptions(users: User[], numbered: Order | null): Promise<AdminContract[]> {
    const ids = [...users.map(({ id }) => id), ...(numbered ? [numbered.userId] : [])];
    const running = await this.em.find(
      Subscription,
      { userId: { $in: ids }, status: { $in: ['active', 'past_due'] } },
      { orderBy: { startedAt: 'desc' }, refresh: true },
    );
    const plans = new Map((await this.em.find(Plan, {})).map(({ id, name }) => [id, name]));
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

  private async orders(users: User[], numbered: Order | null, declaredAt: Date): Promise<AdminContract[]> {
    const which = { $or: [{ userId: { $in: users.map(({ id }) => id) } }, ...(numbered ? [{ id: numbered.id }] : [])] };
    const paid = await this.em.find(
      Order,
      { $and: [which, { status: { $in: ['paid', 'withdrawn'] } }] },
      { orderBy: { createdAt: 'desc' }, limit: 5 * MOST, refresh: true },
    );
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
    const users = new Map(
      (
        await this.em.find(User, { id: { $in: rows.map(({ userId }) => userId) }, deletedAt: null }, { refresh: true })
      ).map((user) => [user.id, user]),
    );
    return rows.flatMap((row) => {
      const user = users.get(row.userId);
      return user ? [{ ...view(row), email: user.email, displayName: user.displayName ?? null }] : [];
    });
  }
}
