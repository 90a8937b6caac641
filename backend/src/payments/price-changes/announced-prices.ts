import type { Subscription } from '../records/subscription.entity.js';
import { priceAt, type ToldPrice } from '../records/told-prices.js';

/** What a month costs from a renewal on. */
export interface AnnouncedPrice {
  priceRappen: number;
  from: Date;
}

type Dates = Pick<Subscription, 'startedAt' | 'currentPeriodEnd' | 'priceRappen'>;

/** The renewals from which a customer pays another price than before, by what was told. */
export function announcedPrices(subscription: Dates, told: readonly ToldPrice[]): AnnouncedPrice[] {
  const renewals = told.map(({ effectiveFrom }) => firstRenewal(subscription, effectiveFrom).getTime());
  const prices: AnnouncedPrice[] = [];
  let present = subscription.priceRappen;
  for (const at of [...new Set(renewals)].toSorted((one, other) => one - other)) {
    const from = new Date(at);
    const priceRappen = priceAt(told, from) ?? present;
    if (priceRappen !== present) prices.push({ priceRappen, from });
    present = priceRappen;
  }
  return prices;
}

/** The first renewal at or after a moment. A subscription of the 31st renews on the last day of shorter months. */
export function firstRenewal({ startedAt, currentPeriodEnd }: Dates, from: Date): Date {
  let renewal = currentPeriodEnd;
  for (let months = 1; renewal < from; months++) {
    renewal = new Date(currentPeriodEnd);
    renewal.setUTCDate(1);
    renewal.setUTCMonth(renewal.getUTCMonth() + months);
    const lastDay = new Date(Date.UTC(renewal.getUTCFullYear(), renewal.getUTCMonth() + 1, 0)).getUTCDate();
    renewal.setUTCDate(Math.min(startedAt.getUTCDate(), lastDay));
  }
  return renewal;
}
