import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { PaymentProvider, ProviderInvoice } from '../../integrations/payments/index.js';
import { ledgerLines } from '../../credits/index.js';
import { db } from '../payments.tables.js';
import type { RemoteCustomer } from './customers.js';
import { readPlanSizes, type PlanSizes } from './plan-sizes.js';

/** I2, as far as the database knows: each payment has its one grant, each grant its payment, each paid order its money. */
export async function checkPayments(em: EntityManager): Promise<string[]> {
  return [
    ...(await paymentsWithoutGrant(em)),
    ...(await grantsWithoutPayment(em)),
    ...(await ordersWithoutPayment(em)),
    ...(await heldOrders(em)),
  ];
}

const grantKey = sql`(case when p.kind = 'pack' then 'checkout:' else 'invoice:' end) || p.source_id`;
const grantReason = sql`case p.kind when 'pack' then 'pack_grant' when 'subscription_update' then 'upgrade_grant' else 'plan_grant' end`;

async function paymentsWithoutGrant(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{
    user_id: string;
    source_id: string;
    credits_granted: number;
    delta: number | null;
  }>`select p.user_id, p.source_id, p.credits_granted, l.delta
     from payment p left join ${ledgerLines} l on l.business_key = ${grantKey}
     where coalesce(l.delta, 0) <> p.credits_granted or l.user_id <> p.user_id or l.reason <> ${grantReason}
     order by p.source_id`.execute(db(em));
  return rows.map(
    (row) =>
      `I2 user ${row.user_id}: ${row.source_id} was to grant ${row.credits_granted}, the ledger has ${row.delta ?? 'nothing'}`,
  );
}

async function grantsWithoutPayment(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{
    user_id: string;
    business_key: string;
    delta: number;
  }>`select l.user_id, l.business_key, l.delta
     from ${ledgerLines} l left join payment p on l.business_key = ${grantKey}
     where l.reason in ('plan_grant', 'upgrade_grant', 'pack_grant') and p.id is null
     order by l.business_key`.execute(db(em));
  return rows.map((row) => `I2 user ${row.user_id}: ${row.delta} credits for ${row.business_key}, which nobody paid`);
}

/** One payment per paid order, and for packs, first months and upgrades what was agreed. */
async function ordersWithoutPayment(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{
    number: string;
    user_id: string;
    payments: number;
    amount_rappen: number;
    credits: number;
    paid: number | null;
    granted: number | null;
  }>`select o.number, o.user_id, o.amount_rappen, o.credits, count(p.id)::int as payments, sum(p.amount_rappen)::int as paid, sum(p.credits_granted + p.credits_held)::int as granted
     from customer_order o left join payment p on p.order_id = o.id
     group by o.id
     having count(p.id) <> (case when o.status in ('paid', 'withdrawn') then 1 else 0 end)
       or (count(p.id) = 1 and (sum(p.amount_rappen) <> o.amount_rappen or sum(p.credits_granted + p.credits_held) <> o.credits))
     order by o.number`.execute(db(em));
  return rows.map(
    (row) =>
      `I2 user ${row.user_id}, order ${row.number}: agreed ${row.amount_rappen} for ${row.credits} credits, ${row.payments} payments of ${row.paid ?? 0} for ${row.granted ?? 0}`,
  );
}

/** An order says that its credits wait exactly while those of its payment do. */
async function heldOrders(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{
    number: string;
    user_id: string;
    held: boolean;
    credits_held: number;
  }>`select o.number, o.user_id, o.held_at is not null as held, p.credits_held
     from customer_order o join payment p on p.order_id = o.id
     where o.status = 'paid' and p.wound_up_at is null and (o.held_at is not null) <> (p.credits_held > 0)
     order by o.number`.execute(db(em));
  return rows.map(
    (row) =>
      `I2 user ${row.user_id}, order ${row.number}: ${row.held ? 'waits for a check' : 'does not wait'}, its payment holds ${row.credits_held} credits`,
  );
}

interface Row {
  user_id: string;
  source_id: string;
  kind: string;
  provider_subscription_id: string | null;
  amount_rappen: number;
  credits_granted: number;
  /** Unix seconds; null for packs. */
  start_seconds: number | null;
  end_seconds: number | null;
}

const readPayments = (em: EntityManager, userIds: string[]): Promise<Row[]> =>
  db(em)
    .selectFrom('payment')
    .select(['user_id', 'source_id', 'kind', 'provider_subscription_id', 'amount_rappen'])
    .select([
      sql<number>`credits_granted + credits_held`.as('credits_granted'),
      sql<number | null>`extract(epoch from period_start)::float`.as('start_seconds'),
      sql<number | null>`extract(epoch from period_end)::float`.as('end_seconds'),
    ])
    .where('user_id', 'in', userIds)
    .execute();

/** I2 against the provider: each paid invoice of a plan has its one payment of the right size, and each payment a paid invoice. */
export async function checkInvoices(em: EntityManager, customers: RemoteCustomer[]): Promise<string[]> {
  const sizes = await readPlanSizes(em);
  const userIds = customers.map(({ userId }) => userId);
  const local = Map.groupBy(await readPayments(em, userIds), (row) => row.user_id);
  return customers.flatMap(({ userId, remote }) => {
    const rows = (local.get(userId) ?? []).filter(({ kind }) => kind !== 'pack');
    const paid = new Set(remote.paidInvoices.map(({ id }) => id));
    return [
      ...remote.paidInvoices.flatMap((invoice) =>
        invoiceFaults(invoice, rows, sizes).map((fault) => `I2 user ${userId}, invoice ${invoice.id}: ${fault}`),
      ),
      ...rows
        .filter((row) => !paid.has(row.source_id))
        .map((row) => `I2 user ${userId}: ${row.source_id} counts as paid here, but not at the provider`),
    ];
  });
}

function invoiceFaults(invoice: ProviderInvoice, rows: Row[], sizes: PlanSizes): string[] {
  const own = rows.filter((row) => row.source_id === invoice.id);
  if (own.length !== 1) return [`paid, with ${own.length} payments here`];
  const payment = own[0]!;
  const faults: string[] = [];
  if (payment.kind !== invoice.cause) faults.push(`is a ${invoice.cause}, here a ${payment.kind}`);
  if (payment.amount_rappen !== invoice.amountPaidRappen)
    faults.push(`${invoice.amountPaidRappen} Rappen were paid, here ${payment.amount_rappen}`);
  const allowed = allowedCredits(invoice, rows, sizes);
  if (!allowed.has(payment.credits_granted))
    faults.push(`granted ${payment.credits_granted}, not ${[...allowed].join(' or ')}`);
  return faults;
}

/** A whole month of the plan; for a change of plan the difference, prorated by the second and rounded up (docs/billing.md#what-is-granted). */
function allowedCredits(invoice: ProviderInvoice, rows: Row[], sizes: PlanSizes): Set<number> {
  const whole = sizes.of(invoice.priceId);
  if (invoice.cause !== 'subscription_update') return whole;
  const [start, from, end] = [
    rows.find((row) => isMonthOf(row, invoice))?.start_seconds ?? null,
    seconds(invoice.periodStart),
    seconds(invoice.periodEnd),
  ];
  if (start === null || !invoice.formerPriceId) return new Set();
  const former = [...sizes.of(invoice.formerPriceId)];
  return new Set(
    [...whole].flatMap((to) =>
      former.map((before) => Math.max(0, Math.ceil(((to - before) * (end - from)) / (end - start)))),
    ),
  );
}

const isMonthOf = (row: Row, invoice: ProviderInvoice): boolean =>
  row.kind !== 'subscription_update' &&
  row.provider_subscription_id === invoice.subscriptionId &&
  row.end_seconds === seconds(invoice.periodEnd);

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** I2 for packs: each checkout that is paid at the provider has its payment, and each payment a paid checkout. */
export async function checkPacks(em: EntityManager, payments: PaymentProvider): Promise<string[]> {
  const { rows } = await sql<{
    number: string;
    user_id: string;
    checkout_id: string;
    amount: number | null;
    granted: number | null;
    credits: number;
    payments: number;
  }>`select o.number, o.user_id, o.checkout_id, o.credits, count(p.id)::int as payments, sum(p.amount_rappen)::int as amount, sum(p.credits_granted + p.credits_held)::int as granted
     from customer_order o left join payment p on p.source_id = o.checkout_id
     where o.kind = 'pack' and o.checkout_id is not null group by o.id order by o.number`.execute(db(em));
  const faults: string[] = [];
  for (const row of rows) {
    const checkout = await payments.readCheckout(row.checkout_id);
    const isRight = checkout.paid
      ? row.payments === 1 && row.amount === checkout.amountRappen && row.granted === row.credits
      : row.payments === 0;
    if (!isRight)
      faults.push(
        `I2 user ${row.user_id}, pack order ${row.number}: ${checkout.paid ? `paid ${checkout.amountRappen}` : 'unpaid'} at the provider, here ${row.payments} payments of ${row.amount ?? 0} for ${row.granted ?? 0} of ${row.credits} credits`,
      );
  }
  return faults;
}
