import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProviderInvoice } from '../../integrations/payments/index.js';
import { readPlanPrices } from '../../catalogue/index.js';
import { DAY } from '../../platform/clock/index.js';
import { db } from '../payments.tables.js';
import { toldRappen } from '../records/told-prices.js';
import type { RemoteCustomer } from './customers.js';

/** So near a renewal the provider has its price long since. */
const NEAR_MS = DAY;

/** I12: a renewal that is near comes at the price its customer was told. */
export async function checkNextPrices(em: EntityManager, now: Date): Promise<string[]> {
  const told = toldRappen(sql<Date>`s.current_period_end`);
  const rows = await db(em)
    .selectFrom('subscription as s')
    .select(['s.user_id', 's.provider_id', 's.renewal_rappen', told.as('told')])
    .where('s.status', 'in', ['active', 'past_due'])
    .where('s.waiting_plan_id', 'is', null)
    .where('s.current_period_end', '>', now)
    .where('s.current_period_end', '<=', new Date(now.getTime() + NEAR_MS))
    .where(sql<boolean>`${told} <> coalesce(s.renewal_rappen, s.price_rappen)`)
    .execute();
  return rows.map(
    (row) =>
      `I12 user ${row.user_id}, subscription ${row.provider_id}: renews at ${row.renewal_rappen}, its customer was told ${row.told}`,
  );
}

/** I12 against the provider: a renewal of a plan costs what the period before it did, unless another price was told for its day. */
export async function checkRenewals(em: EntityManager, customers: RemoteCustomer[]): Promise<string[]> {
  const prices = await readPlanPrices(em);
  const changes = await db(em)
    .selectFrom('price_change as c')
    .innerJoin('subscription as s', 's.id', 'c.subscription_id')
    .select(['s.provider_id', 'c.renews_at', 'c.to_rappen'])
    .where(
      's.user_id',
      'in',
      customers.map(({ userId }) => userId),
    )
    .execute();
  const noted = new Set(changes.map((row) => `${row.provider_id} ${row.renews_at.getTime()} ${row.to_rappen}`));
  return customers.flatMap(({ userId, remote }) =>
    remote.paidInvoices
      .filter((invoice) => {
        const before = periodBefore(invoice, remote.paidInvoices);
        const [price, former] = [prices.get(invoice.priceId), before && prices.get(before.priceId)];
        if (!price || !former || price.planId !== former.planId || price.priceRappen === former.priceRappen)
          return false;
        return !noted.has(`${invoice.subscriptionId} ${invoice.periodStart.getTime()} ${price.priceRappen}`);
      })
      .map(({ id, lineRappen }) => `I12 user ${userId}, invoice ${id}: ${lineRappen} Rappen, which nobody was told`),
  );
}

/** The invoice whose price held at the end of the period that a renewal follows. */
function periodBefore(invoice: ProviderInvoice, all: ProviderInvoice[]): ProviderInvoice | undefined {
  if (invoice.cause !== 'subscription_cycle') return undefined;
  return all
    .filter(
      ({ subscriptionId, periodEnd }) =>
        subscriptionId === invoice.subscriptionId && periodEnd.getTime() === invoice.periodStart.getTime(),
    )
    .toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime())
    .at(-1);
}
