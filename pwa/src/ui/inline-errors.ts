import { useEffect, type ReactNode } from 'react';

/** The errors that stand where they belong: at how many places, and since when. */
export const standing = new Map<string, { places: number; since: number }>();
/** Called after every change of these. */
export const listeners = new Set<() => void>();

function count(error: string, by: number): void {
  const { places, since } = standing.get(error) ?? { places: 0, since: 0 };
  standing.set(error, { places: places + by, since: by > 0 ? Date.now() : since });
  listeners.forEach((listen) => listen());
}

/** How far apart the two can be that one failure brings, in milliseconds. */
const TOGETHER_MS = 2_000;

/** Whether the same words came to stand on the page with a message: an older error has nothing to do with it. */
export function standsSince(error: string, message: number): boolean {
  const { places, since } = standing.get(error) ?? { places: 0, since: 0 };
  return places > 0 && Math.abs(since - message) < TOGETHER_MS;
}

/** Says that an error stands on the page, for as long as it does: a message with the same words has nothing to add there. */
export function useInlineError(error: ReactNode): void {
  useEffect(() => {
    if (typeof error !== 'string') return undefined;
    count(error, 1);
    return () => count(error, -1);
  }, [error]);
}
