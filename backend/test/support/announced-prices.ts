import { dayOf } from '../../src/announcements/index.js';
import { firstRenewal } from '../../src/payments/price-changes/announced-prices.js';
import { PriceChangesService } from '../../src/payments/price-changes/price-changes.service.js';
import { SynchronisationService } from '../../src/payments/index.js';
import { facts } from '../../src/facts/index.js';
import { Clock, DAY, HOUR } from '../../src/platform/clock/index.js';
import { announcements, TEXT, type Announced } from './announcements.js';
import { billingAtRest, passTime, stripeOf } from './billing.js';
import type { Caller } from './caller.js';
import { customer } from './customers.js';
import { promote } from './holdings.js';
import type { Product } from './product.js';
import { settled } from './retention.js';
import { until } from './until.js';

export interface Contract {
  id: string;
  provider_id: string;
  plan_id: string;
  price_rappen: number;
  renewal_rappen: number;
  status: string;
  started_at: Date;
  current_period_end: Date;
}

/** The newest contract of somebody, as it is written down. */
export async function contractOf(product: Product, userId: string): Promise<Contract> {
  const [row] = await product
    .em()
    .execute<Contract[]>('select * from subscription where user_id = ? order by started_at desc limit 1', [userId]);
  return { ...row!, started_at: new Date(row!.started_at), current_period_end: new Date(row!.current_period_end) };
}

/** What somebody has been charged for plans, in order. */
export async function charged(product: Product, userId: string): Promise<number[]> {
  const rows = await product
    .em()
    .execute<{ amount_rappen: number }[]>(
      "select amount_rappen from payment where user_id = ? and kind <> 'pack' order by paid_at, created_at",
      [userId],
    );
  return rows.map((row) => row.amount_rappen);
}

export const somebodyAsAdmin = async (product: Product): Promise<Caller> =>
  promote(product, await customer(product), { secondFactor: true });

/** A day in Zurich, some days from the renewal after the next one. */
export async function dayByRenewal(product: Product, userId: string, days: number, renewals = 2): Promise<string> {
  const { started_at, current_period_end } = await contractOf(product, userId);
  const dates = { startedAt: started_at, currentPeriodEnd: current_period_end, priceRappen: 0 };
  let renewal = current_period_end;
  for (let n = 1; n < renewals; n += 1) renewal = firstRenewal(dates, new Date(renewal.getTime() + 1));
  return dayOf(new Date(renewal.getTime() + days * DAY));
}

/** Announces a price, and its emails go out. */
export async function announcePrice(
  product: Product,
  change: { planId: string; priceRappen: number; effectiveOn: string },
): Promise<Announced> {
  const admin = await somebodyAsAdmin(product);
  const { status, body } = await admin.post<Announced>('/admin/announcements', {
    kind: 'price',
    text: TEXT,
    ...change,
  });
  if (status !== 201) throw new Error(`announcing answered ${status} ${JSON.stringify(body)}`);
  await passTime(product, { hours: (facts.terms.takeBackMinutes + 1) / 60 });
  await until('the price to be published', async () => {
    const one = (await announcements(admin)).items.find(({ id }) => id === body.id)!;
    return one.publishedAt && one.sent === one.concerned ? true : null;
  });
  await settled(product);
  return body;
}

/** Time passes for everybody, to a moment. */
export async function passTo(product: Product, moment: Date): Promise<void> {
  const now = product.api.get(Clock).now().getTime();
  await passTime(product, { hours: (moment.getTime() - now) / HOUR });
  await billingAtRest(product);
}

/** The worker looks which renewals are near, as it does every ten minutes. */
export async function look(product: Product): Promise<number> {
  const noted = await product.worker!.get(PriceChangesService).noteDue();
  await billingAtRest(product);
  return noted;
}

/** The next renewal of somebody comes, with a worker that looked two days before, and is read. */
export async function renew(product: Product, userId: string): Promise<void> {
  const { current_period_end: end } = await contractOf(product, userId);
  await passTo(product, new Date(end.getTime() - 2 * DAY));
  await look(product);
  await passTo(product, new Date(end.getTime() + HOUR));
  await product.api.get(SynchronisationService).synchroniseUser(userId);
}

/** Ends all contracts at once, so that no later test renews people of an earlier one, month by month. */
export async function endContracts(product: Product): Promise<void> {
  const open = await product
    .em()
    .execute<{ provider_id: string }[]>("select provider_id from subscription where status <> 'canceled'");
  const { subscriptions } = stripeOf(product);
  for (const { provider_id: id } of open) await subscriptions.cancel(id);
  await billingAtRest(product);
}
