import { useIsGone } from '~/lib/deletions/waiting';
import type { Generation, Portrait } from './generations-data';

/** The portraits that are there: one whose deletion waits for a network is gone for its owner already. */
export function usePortraitsThere(portraits: readonly Portrait[]): Portrait[] {
  const isGone = useIsGone();
  return portraits.filter((portrait) => !isGone(portrait));
}

/** A run with the portraits that are there, and whether it is left without any: it goes with the last of them. */
export function useRunThere(run: Generation): { run: Generation; isEmptied: boolean } {
  const portraits = usePortraitsThere(run.portraits);
  return { run: { ...run, portraits }, isEmptied: portraits.length === 0 && run.portraits.length > 0 };
}
