import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

/** The errors that stand where they belong, and at how many places. */
const standing = new Map<string, number>();
const listeners = new Set<() => void>();

function count(error: string, by: number): void {
  const places = (standing.get(error) ?? 0) + by;
  if (places > 0) standing.set(error, places);
  else standing.delete(error);
  for (const listener of listeners) listener();
}

/** Says that an error stands on the page, for as long as it does: a message with the same words has nothing to add there. */
export function useInlineError(error: ReactNode): void {
  const words = typeof error === 'string' ? error : '';
  useEffect(() => {
    if (words === '') return undefined;
    count(words, 1);
    return () => count(words, -1);
  }, [words]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether these words stand on the page as an error. */
export const useStandsInline = (words: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => standing.has(words),
    () => false,
  );
