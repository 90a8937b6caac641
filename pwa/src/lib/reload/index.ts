import { useRouter } from '~/lib/navigation';

/** What is asked for many times in a row is done once no more was asked for so long, in milliseconds. */
export const QUIET_MS = 250;

/** Does something once for all calls in a row, after the last of them and with what that one says. */
export function afterLast<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...args), QUIET_MS);
  };
}

/** How the screen is loaded anew, once somebody has asked for it. */
let load: (() => void) | null = null;
/** Acts under way that tell of each of their steps. */
let held = 0;

const loadSoon = afterLast(() => {
  if (held > 0) return;
  load?.();
  load = null;
});

/** Loads the screen anew, once for all that ask in a row: what changes in many steps is not read after each of them. */
export function useReload(): () => void {
  const router = useRouter();
  return () => {
    load = () => void router.invalidate();
    loadSoon();
  };
}

/** Does something in steps. The screen is loaded anew after the last of them at the earliest, however long each takes. */
export async function inOneGo<T>(act: () => Promise<T>): Promise<T> {
  held += 1;
  try {
    return await act();
  } finally {
    held -= 1;
    loadSoon();
  }
}
