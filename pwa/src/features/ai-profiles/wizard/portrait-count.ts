import type { Schemas } from '~/lib/api';
import { worthOf } from '~/lib/credits';

export type Plan = Schemas['Plan'];
export type CreditPack = Schemas['CreditPack'];

/** How many portraits so many credits give once a profile has been trained with them. */
export function portraitsAfterTraining(credits: number): number {
  const { hasProfile, portraits } = worthOf(credits);
  return hasProfile ? portraits : 0;
}

/** The cheapest of what is sold whose credits, with those that are there, give a profile and portraits of it. */
function cheapest<Sold extends { credits: number; priceRappen: number }>(
  sold: readonly Sold[],
  balance: number,
): Sold | null {
  return (
    sold
      .filter(({ credits }) => portraitsAfterTraining(balance + credits) > 0)
      .toSorted((one, other) => one.priceRappen - other.priceRappen)[0] ?? null
  );
}

/** The plan to begin with. */
export const entryPlan = (plans: readonly Plan[]): Plan | null => cheapest(plans, 0);

/** The pack to begin with beside this balance. */
export const entryPack = (packs: readonly CreditPack[], balance: number): CreditPack | null => cheapest(packs, balance);
