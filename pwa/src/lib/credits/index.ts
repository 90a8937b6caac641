import { facts } from '~/lib/facts';

/** What so many credits give to somebody who has none yet. */
export interface Worth {
  /** Whether they train a profile first. */
  hasProfile: boolean;
  /** Made with what is left after that. */
  portraits: number;
}

/** Credits told in what they make: a profile wherever they reach for one, and portraits with the rest. */
export function worthOf(credits: number): Worth {
  const hasProfile = credits >= facts.training.credits;
  const rest = Math.max(0, hasProfile ? credits - facts.training.credits : credits);
  return { hasProfile, portraits: Math.floor(rest / facts.generation.credits) * facts.generation.portraits };
}

/** How many portraits so many credits give once a profile has been trained with them. */
export function portraitsAfterTraining(credits: number): number {
  const { hasProfile, portraits } = worthOf(credits);
  return hasProfile ? portraits : 0;
}

/** The cheapest of what is sold whose credits, with those that are there, give a profile and portraits of it. */
export function cheapestWayIn<Sold extends { credits: number; priceRappen: number }>(
  sold: readonly Sold[],
  balance = 0,
): Sold | null {
  return (
    sold
      .filter(({ credits }) => portraitsAfterTraining(balance + credits) > 0)
      .toSorted((one, other) => one.priceRappen - other.priceRappen)[0] ?? null
  );
}

/** Where credits are to be had: packs and upgrades of a plan are on the dashboard. */
export type Shop = { to: '/pricing' } | { to: '/app'; hash: 'abo' };

export const shopFor = ({ hasActiveSubscription }: { hasActiveSubscription: boolean }): Shop =>
  hasActiveSubscription ? { to: '/app', hash: 'abo' } : { to: '/pricing' };
