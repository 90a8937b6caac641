import { planIdOf, type PlanId } from '../billing-data';
import type { OrderData } from './order-data';

/** What the address of the order page asks for: one of the three. */
export interface OrderSearch {
  plan?: PlanId;
  upgrade?: PlanId;
  pack?: string;
}

/** Reads the address; anything that cannot be ordered is left out. */
export function readOrderSearch({ plan, upgrade, pack }: Record<string, unknown>): OrderSearch {
  return {
    plan: planIdOf(plan),
    upgrade: planIdOf(upgrade),
    pack: typeof pack === 'string' && /^[0-9a-f-]{36}$/i.test(pack) ? pack : undefined,
  };
}

/** Loads what the order page shows; how comes with it, since every start brings what routes load with. */
export const loadOrder = async (search: OrderSearch): Promise<OrderData> =>
  (await import('./order-data')).loadOrderData(search);
