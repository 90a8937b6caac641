import type { Schemas } from '~/lib/api';
import { atom, useAtom } from '~/lib/state';

type Profile = Schemas['AiProfile'];

/** Chosen on one screen, it is chosen on the others. */
const chosenAtom = atom<string | null>(null);

/** The profile chosen before anyone chooses: the first ready one. */
export const firstReady = (profiles: readonly Profile[]): string | null =>
  profiles.find(({ status }) => status === 'ready')?.id ?? null;

/** The ready profile that styles are shown by and portraits are made of. */
export function useChosenProfile(profiles: readonly Profile[]): [string | null, (id: string | null) => void] {
  const [chosen, choose] = useAtom(chosenAtom);
  const isThere = profiles.some(({ id, status }) => id === chosen && status === 'ready');
  return [isThere ? chosen : firstReady(profiles), choose];
}
