import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProviderSubscription } from '../../integrations/payments/index.js';
import { readPlanPrices } from '../../catalogue/index.js';
import { db } from '../payments.tables.js';
import type { RemoteCustomer } from './customers.js';

type PlanPrices = Awaited<ReturnType<typeof readPlanPrices>>;

/** Everything the mirror holds of a subscription, as one line of text on either side. */
const STATE = sql<string>`json_build_array(s.status, s.plan_id, s.provider_item_id, extract(epoch from s.current_period_start)::bigint, extract(epoch from s.current_period_end)::bigint,
  s.cancel_at_period_end, coalesce(s.renewal_rappen, s.price_rappen), s.open_invoice_id, s.waiting_plan_id, extract(epoch from s.waiting_until)::bigint)::text`;

/** I10: local subscription state equals the provider's; nobody pays for two subscriptions at the same time. */
export async function checkSubscriptions(em: EntityManager, customers: RemoteCustomer[]): Promise<string[]> {
  const plans = await readPlanPrices(em);
  const rows = await db(em)
    .selectFrom('subscription as s')
    .select(['s.user_id', 's.provider_id', STATE.as('state')])
    .where(
      's.user_id',
      'in',
      customers.map(({ userId }) => userId),
    )
    .execute();
  const local = Map.groupBy(rows, (row) => row.user_id);
  return customers.flatMap(({ userId, remote }) => {
    const rows = new Map((local.get(userId) ?? []).map((row) => [row.provider_id, parse(row.state)]));
    const there = new Map(
      remote.subscriptions.map((subscription) => [subscription.id, JSON.stringify(stateOf(subscription, plans))]),
    );
    const running = remote.subscriptions.filter(({ status }) => status === 'active' || status === 'past_due');
    return [
      ...(running.length > 1 ? [`I10 user ${userId}: ${running.length} subscriptions run at the same time`] : []),
      ...[...new Set([...rows.keys(), ...there.keys()])]
        .filter((id) => rows.get(id) !== there.get(id))
        .map(
          (id) =>
            `I10 user ${userId}, subscription ${id}: here ${rows.get(id) ?? 'none'}, at the provider ${there.get(id) ?? 'none'}`,
        ),
    ];
  });
}

/** PostgreSQL writes JSON with its own spaces. */
const parse = (state: string): string => JSON.stringify(JSON.parse(state));

function stateOf(subscription: ProviderSubscription, plans: PlanPrices): (string | number | boolean | null)[] {
  const {
    status,
    itemId,
    priceId,
    currentPeriodStart,
    currentPeriodEnd,
    cancelAtPeriodEnd,
    openInvoice,
    pendingUpdate,
  } = subscription;
  return [
    status,
    plans.get(priceId)?.planId ?? null,
    itemId,
    seconds(currentPeriodStart),
    seconds(currentPeriodEnd),
    cancelAtPeriodEnd,
    plans.get(priceId)?.priceRappen ?? null,
    openInvoice?.id ?? null,
    pendingUpdate ? (plans.get(pendingUpdate.priceId)?.planId ?? null) : null,
    pendingUpdate ? seconds(pendingUpdate.expiresAt) : null,
  ];
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
