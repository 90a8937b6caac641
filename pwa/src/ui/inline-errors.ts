import { useEffect, type ReactNode } from 'react';

/** The errors that stand where they belong, and at how many places. */
export const standing = new Map<string, number>();
/** Called after every change of these. */
export const listeners = new Set<() => void>();

function count(error: string, by: number): void {
  standing.set(error, (standing.get(error) ?? 0) + by);
  listeners.forEach((listen) => listen());
}

/** Says that an error stands on the page, for as long as it does: a message with the same words has nothing to add there. */
export function useInlineError(error: ReactNode): void {
  useEffect(() => {
    if (typeof error !== 'string') return undefined;
    count(error, 1);
    return () => count(error, -1);
  }, [error]);
}
