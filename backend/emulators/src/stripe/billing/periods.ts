import type { Period } from '../objects/subscription.js';
import type { WirePrice } from '../objects/wire.js';

/**
 * The first period of `price` that begins at or after `from` (Unix seconds), counted from the anchor: a subscription of the
 * 31st bills on 28 February and on the 31st of March again.
 */
export function periodFrom(anchor: number, price: WirePrice, from: number): Period {
  let index = 0;
  while (boundary(anchor, price, index) < from) index++;
  return { start: boundary(anchor, price, index), end: boundary(anchor, price, index + 1) };
}

function boundary(anchor: number, price: WirePrice, index: number): number {
  const count = index * (price.recurring?.interval_count ?? 1);
  const interval = price.recurring?.interval ?? 'month';
  if (interval === 'day') return anchor + count * 86_400;
  if (interval === 'week') return anchor + count * 7 * 86_400;
  return addMonths(anchor, interval === 'year' ? count * 12 : count);
}

function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}
