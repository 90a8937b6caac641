import { facts, type PlanId } from '../../src/facts/index.js';

/** What a month of a plan costs: what has to hold at every price is tested at the one that is sold. */
export const PLAN_PRICES = Object.fromEntries(facts.plans.map(({ id, priceRappen }) => [id, priceRappen])) as Record<
  PlanId,
  number
>;

/** Reckoned here again, so that a test proves what the product writes. */
export const inFrancs = (rappen: number): string => `CHF ${(rappen / 100).toFixed(2)}`;
