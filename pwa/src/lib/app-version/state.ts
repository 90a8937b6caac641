import { atom, store, useAtomValue } from '~/lib/state';

/**
 * A version that is not the one this page was built as. `waiting`: it is installed and waits for the customer's word. `running`: another
 * tab has started it; this one still runs the old scripts.
 */
export interface NewerVersion {
  version: string;
  state: 'waiting' | 'running';
}

const newerAtom = atom<NewerVersion | null>(null);
/** The version whose notice was closed in this tab. */
const closedAtom = atom<string | null>(null);

export const noteNewer = (newer: NewerVersion): void => store.set(newerAtom, newer);
export const newerVersion = (): NewerVersion | null => store.get(newerAtom);

/** Closes the notice about the version that is offered; another one is offered again. */
export const closeNotice = (): void => store.set(closedAtom, newerVersion()?.version ?? null);

/** Whether a newer version is to be offered. */
export function useIsNewerOffered(): boolean {
  const newer = useAtomValue(newerAtom);
  const closed = useAtomValue(closedAtom);
  return newer !== null && newer.version !== closed;
}
