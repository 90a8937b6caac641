import { atom, useAtomValue } from '~/lib/state';

/** What was asked to be deleted without a network, by its id; the server has not confirmed it yet. */
export const waitingAtom = atom<ReadonlySet<string>>(new Set<string>());

/** What waits to be deleted. */
export const useWaitingDeletions = (): ReadonlySet<string> => useAtomValue(waitingAtom);
