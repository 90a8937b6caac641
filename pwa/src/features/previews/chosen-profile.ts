import type { Schemas } from '~/lib/api';
import { keepProfile, keptProfile } from '~/lib/device/profile';
import { atom, useAtom, useAtomValue } from '~/lib/state';

type Profile = Schemas['AiProfile'];

/** Chosen on one screen, it is chosen on the others; null until somebody chooses in this tab. */
const chosenAtom = atom<string | null>(null);
/** Read once: what another tab chooses later must not change what this one shows. */
const keptAtom = atom(() => keptProfile());

/** The profile chosen before anyone chooses: the first ready one. */
export const firstReady = (profiles: readonly Profile[]): string | null =>
  profiles.find(({ status }) => status === 'ready')?.id ?? null;

/** The ready profile that styles are shown by and portraits are made of. */
export function useChosenProfile(profiles: readonly Profile[]): [string | null, (id: string | null) => void] {
  const [inTab, setInTab] = useAtom(chosenAtom);
  const kept = useAtomValue(keptAtom);
  const chosen = inTab ?? kept;
  const isThere = profiles.some(({ id, status }) => id === chosen && status === 'ready');
  function choose(id: string | null): void {
    setInTab(id);
    if (id) keepProfile(id);
  }
  return [isThere ? chosen : firstReady(profiles), choose];
}
