import type { EntityManager } from '@mikro-orm/postgresql';
import { pageOf, rowsById } from '../../platform/database/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { HELD } from './is-held.js';
import { Order } from './order.entity.js';
import { Payment } from './payment.entity.js';
import { Refund } from './refund.entity.js';

/** All orders of a customer, also those that never came to anything. */
export const pageOfOrders = (em: EntityManager, userId: string, page: PageQuery) => pageOf(em, Order, { userId }, page);

/** Payments whose credits wait for an admin's word, oldest first. */
export const pageOfHeldPayments = (em: EntityManager, page: PageQuery) => pageOf(em, Payment, HELD, page, 'asc');

/** Refunds that could not be sent, oldest first, each with its payment. */
export async function pageOfFailedRefunds(em: EntityManager, page: PageQuery) {
  const { items, nextCursor } = await pageOf(em, Refund, { status: 'failed' }, page, 'asc');
  const payments = await rowsById(
    em,
    Payment,
    items.map(({ paymentId }) => paymentId),
  );
  return { items: items.map((refund) => ({ refund, payment: payments.get(refund.paymentId)! })), nextCursor };
}

/** One order, read anew. */
export const findOrder = (
  em: EntityManager,
  which: { id?: string | null } & Partial<Pick<Order, 'number' | 'userId' | 'status'>>,
): Promise<Order | null> => em.findOne(Order, which, { refresh: true });

export const ordersById = (em: EntityManager, ids: readonly (string | null | undefined)[]) => rowsById(em, Order, ids);

/** Orders that were paid for, of these customers or with this id, newest first. */
export const paidOrders = (
  em: EntityManager,
  { userIds, orderId, limit }: { userIds: readonly string[]; orderId: string | null; limit: number },
): Promise<Order[]> =>
  em.find(
    Order,
    {
      $or: [{ userId: { $in: userIds } }, ...(orderId ? [{ id: orderId }] : [])],
      status: { $in: ['paid', 'withdrawn'] },
    },
    { orderBy: { createdAt: 'desc' }, limit, refresh: true },
  );
