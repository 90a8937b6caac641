import { useEffect, useId } from 'react';
import { atom, store, useAtom } from '~/lib/state';

/** Whose turn it is to ask. */
const turnAtom = atom<string | null>(null);

/** True for one of all that want to ask: of several trainings in a list, one asks. */
export function useTurn(): boolean {
  const id = useId();
  const [holder, setHolder] = useAtom(turnAtom);
  useEffect(() => {
    if (holder === null) setHolder((now) => now ?? id);
  }, [holder, id, setHolder]);
  useEffect(
    () => () => {
      if (store.get(turnAtom) === id) store.set(turnAtom, null);
    },
    [id],
  );
  return holder === id;
}
