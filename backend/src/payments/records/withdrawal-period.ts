import { facts } from '../../facts/index.js';
import { endOfZurichDay } from '../../platform/clock/index.js';
import type { Order } from './order.entity.js';

/** The last moment in which a withdrawal is in time: the end of the 14th day after the day of the contract, in Zurich. */
export function withdrawalEnd(concludedAt: Date): Date {
  return endOfZurichDay(concludedAt, facts.withdrawal.days);
}

/** The last moment at which a paid order can be withdrawn from; null when it cannot. */
export function withdrawableUntil(order: Pick<Order, 'status' | 'paidAt'>, at: Date): Date | null {
  if (order.status !== 'paid' || !order.paidAt) return null;
  const until = withdrawalEnd(order.paidAt);
  return at <= until ? until : null;
}
