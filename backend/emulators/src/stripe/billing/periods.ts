import type { Period } from '../objects/subscription.js';

/**
 * The first month that begins at or after `from` (Unix seconds), counted from the anchor: a subscription of the 31st bills on
 * 28 February and on the 31st of March again.
 */
export function periodFrom(anchor: number, from: number): Period {
  let index = 0;
  while (addMonths(anchor, index) < from) index++;
  return { start: addMonths(anchor, index), end: addMonths(anchor, index + 1) };
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
