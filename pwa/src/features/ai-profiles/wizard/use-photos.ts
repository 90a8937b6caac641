import { facts } from '~/lib/facts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { beginBusy } from '~/lib/busy';
import { goodCount, isUnsafe, pendingCount } from './entries';
import { createLaterQueue } from './later-queue';
import type { QueueState, SetAdvice } from './queue-state';

/** Warns before the page is closed while a photo is on its way that is not safe on the device, and holds off reloads of the app's own. */
function useCare(unsafe: boolean): void {
  useEffect(() => {
    if (!unsafe) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    const endBusy = beginBusy('upload');
    return () => {
      removeEventListener('beforeunload', warn);
      endBusy();
    };
  }, [unsafe]);
}

/** Advice, and whether it is on the whole set or on what to take next. */
export interface ShownAdvice {
  kind: 'setAdvice' | 'nextAdvice';
  items: readonly SetAdvice[];
}

/** What the server says of the set; while it has not seen enough of it, what this device does. */
function adviceNow({ entries, advice, ahead = [] }: QueueState): ShownAdvice {
  const isEarly = pendingCount(entries) > 0 || goodCount(entries) < facts.photos.min;
  return advice.length === 0 && isEarly ? { kind: 'nextAdvice', items: ahead } : { kind: 'setAdvice', items: advice };
}

/**
 * The photos of the draft, as they are shown, and the line that takes more of them.
 * @param begun what was there when the page was loaded
 */
export function usePhotos(begun: QueueState) {
  const [line] = useState(() => createLaterQueue(begun));
  const state = useSyncExternalStore(line.subscribe, line.state);
  const { entries, removed = null } = state;
  useCare(isUnsafe(entries));
  return { line, entries, advice: adviceNow(state), removed };
}
