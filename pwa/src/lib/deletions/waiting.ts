import { atom, useAtomValue } from '~/lib/state';

/** What was asked to be deleted without a network, by its id; the server has not confirmed it yet. */
export const waitingAtom = atom<ReadonlySet<string>>(new Set<string>());

/** What the server has deleted for this page, by its id: answers that were asked for before still have it. */
export const deletedAtom = atom<ReadonlySet<string>>(new Set<string>());

/** What waits to be deleted. */
export const useWaitingDeletions = (): ReadonlySet<string> => useAtomValue(waitingAtom);

/** Tells what is gone for who deleted it, whether the server knows of it already or not. */
export function useIsGone(): (thing: { id: string }) => boolean {
  const waiting = useAtomValue(waitingAtom);
  const deleted = useAtomValue(deletedAtom);
  return ({ id }) => waiting.has(id) || deleted.has(id);
}
