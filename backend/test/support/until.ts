const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;

/** As they are before a test has others pretend a time. */
const { setInterval: every, clearInterval: stop } = globalThis;
const TURN_MS = 100;

/**
 * Calls back after so much time in which this process got its turns. A machine that has other things to do, and gives it none for a while,
 * takes nothing of what is waited for.
 * @returns stops it
 */
function afterTurns(ms: number, callBack: () => void): () => void {
  let left = Math.ceil(ms / TURN_MS);
  const turns = every(() => {
    left -= 1;
    if (left > 0) return;
    stop(turns);
    callBack();
  }, TURN_MS);
  return () => stop(turns);
}

/** Waits for something to become true; fails with what was waited for. Asks often at first, then rarely enough not to slow down what it waits for. */
export async function until<T>(what: string, look: () => Promise<T | null> | T | null, timeoutMs = 40_000): Promise<T> {
  let isOver = false;
  const forget = afterTurns(timeoutMs, () => (isOver = true));
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.6, LONGEST_PAUSE_MS)) {
      const found = await look();
      if (found !== null && found !== undefined) return found;
      if (isOver) throw new Error(`waited ${timeoutMs} ms for ${what}`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  } finally {
    forget();
  }
}

/** Waits for a promise; fails with what was waited for, so that a test that hangs says where, and still clears up behind it. */
export async function within<T>(what: string, promise: Promise<T>, timeoutMs = 10_000): Promise<T> {
  let forget = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    forget = afterTurns(timeoutMs, () => reject(new Error(`waited ${timeoutMs} ms for ${what}`)));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    forget();
  }
}
