import { api, settle, type Loaded, type Schemas } from '~/lib/api';
import { loadBilling, loadPlans, type BillingState, type CreditPack, type Plan, type PlanId } from '../billing-data';
import type { OrderSearch } from './order-search';

export type Quote = Schemas['UpgradeQuote'];

export type Seller = Schemas['Site']['operator'];

/** What is about to be ordered, with all that is said about it. */
export type Item =
  | { kind: 'plan'; plan: Plan }
  | { kind: 'pack'; pack: CreditPack }
  | { kind: 'upgrade'; quote: Quote; plan: Plan | undefined; replaces: string | undefined };

export interface OrderData {
  billing: Loaded<BillingState>;
  /** Null when there is no such thing, or nothing was asked for. */
  item: Loaded<Item | null>;
  /** Whether packs are sold to this customer; only known where one was asked for. */
  packsOnSale: boolean;
  asked: Item['kind'] | null;
  /** With whom the contract is concluded; null where that cannot be asked for. */
  seller: Seller | null;
  /** The VAT within all prices, in percent; null where there is none, or none that is known ahead. */
  vatPercent: number | null;
}

/** The VAT within what is due. */
export type Vat = Quote['vat'];

/** Rounded as the server rounds it (`config/vat.ts`). */
const vatWithin = (rappen: number, percent: number | null): Vat =>
  percent === null ? null : { percent, rappen: Math.round((rappen * percent) / (100 + percent)) };

export function vatOf(item: Item, percent: number | null): Vat {
  if (item.kind === 'upgrade') return item.quote.vat;
  return vatWithin(item.kind === 'plan' ? item.plan.priceRappen : item.pack.priceRappen, percent);
}

async function loadPlan(id: PlanId): Promise<Loaded<Item | null>> {
  const plans = await loadPlans();
  if (!plans.ok) return plans;
  const plan = plans.value.find((each) => each.id === id);
  return { ok: true, value: plan ? { kind: 'plan', plan } : null };
}

async function loadUpgrade(planId: PlanId, billing: Promise<Loaded<BillingState>>): Promise<Loaded<Item | null>> {
  const [quote, plans, state] = await Promise.all([
    settle(api.quoteUpgrade({ query: { planId } })),
    loadPlans(),
    billing,
  ]);
  if (!quote.ok) return quote;
  const plan = plans.ok ? plans.value.find(({ id }) => id === planId) : undefined;
  return {
    ok: true,
    value: {
      kind: 'upgrade',
      quote: quote.value,
      plan,
      replaces: state.ok ? state.value.subscription?.planName : undefined,
    },
  };
}

/** A price is asked for anew every time: it is good for a while only. */
export async function loadOrderData(search: OrderSearch): Promise<OrderData> {
  const site = api.getSite().then(
    ({ operator, vatPercent }) => ({ seller: operator, vatPercent }),
    () => ({ seller: null, vatPercent: null }),
  );
  return { ...(await loadAsked(search)), ...(await site) };
}

async function loadAsked({ plan, upgrade, pack }: OrderSearch): Promise<Omit<OrderData, 'seller' | 'vatPercent'>> {
  const billing = loadBilling();
  if (plan) return { asked: 'plan', packsOnSale: false, item: await loadPlan(plan), billing: await billing };
  if (upgrade)
    return { asked: 'upgrade', packsOnSale: false, item: await loadUpgrade(upgrade, billing), billing: await billing };
  if (!pack) return { asked: null, packsOnSale: false, item: { ok: true, value: null }, billing: await billing };
  const packs = await settle(api.listCreditPacks());
  const found = packs.ok ? packs.value.items.find(({ id }) => id === pack) : undefined;
  return {
    asked: 'pack',
    packsOnSale: packs.ok && packs.value.purchasable,
    item: packs.ok ? { ok: true, value: found ? { kind: 'pack', pack: found } : null } : packs,
    billing: await billing,
  };
}
