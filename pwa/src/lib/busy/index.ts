import { atom, store, useAtomValue } from '~/lib/state';

/** What must not be cut off by a reload. */
export type Work = 'upload' | 'order' | 'shared';

/** What is under way. */
const underWayAtom = atom<ReadonlyMap<symbol, Work>>(new Map<symbol, Work>());

/** Says that something is under way which a reload would cut off. Returns a function that says it is over. */
export function beginBusy(work: Work = 'upload'): () => void {
  const id = Symbol(work);
  store.set(underWayAtom, (known) => new Map(known).set(id, work));
  return () => {
    if (store.get(underWayAtom).has(id))
      store.set(underWayAtom, (known) => new Map([...known].filter(([each]) => each !== id)));
  };
}

/** Whether anything is under way. */
export const isBusy = (): boolean => store.get(underWayAtom).size > 0;

/** The same, for screens. */
export const useIsBusy = (): boolean => useAtomValue(underWayAtom).size > 0;

/** Whether photos are going up. */
export const isUploading = (): boolean => [...store.get(underWayAtom).values()].includes('upload');

/** Waits until nothing is under way; at once when nothing is. */
export function whenIdle(): Promise<void> {
  if (!isBusy()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.sub(underWayAtom, () => {
      if (isBusy()) return;
      stop();
      resolve();
    });
  });
}
