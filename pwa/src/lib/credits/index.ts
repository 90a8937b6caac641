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
