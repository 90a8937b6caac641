import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';

export type Plan = Schemas['Plan'];

/** How many portraits so many credits give once a profile has been trained with them. */
export const portraitsAfterTraining = (credits: number): number =>
  Math.max(0, Math.floor((credits - facts.training.credits) / facts.generation.credits)) * facts.generation.portraits;

/** The cheapest plan that gives a profile and portraits of it. */
export const entryPlan = (plans: readonly Plan[]): Plan | null =>
  plans
    .filter(({ credits }) => portraitsAfterTraining(credits) > 0)
    .toSorted((one, other) => one.priceRappen - other.priceRappen)[0] ?? null;
