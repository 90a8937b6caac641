import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { CreditPackSchema } from './packs/credit-pack.entity.js';
import type { PlanPriceSchema } from './plans/plan-price.entity.js';
import type { PlanSchema } from './plans/plan.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<TablesOf<typeof CreditPackSchema | typeof PlanPriceSchema | typeof PlanSchema>>(em);
