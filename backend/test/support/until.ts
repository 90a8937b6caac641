const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;

/** Waits for something to become true; fails with what was waited for. Asks often at first, then rarely enough not to slow down what it waits for. */
export async function until<T>(what: string, look: () => Promise<T | null> | T | null, timeoutMs = 40_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.6, LONGEST_PAUSE_MS)) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Waits for a promise; fails with what was waited for, so that a test that hangs says where, and still clears up behind it. */
export async function within<T>(what: string, promise: Promise<T>, timeoutMs = 10_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${timeoutMs} ms for ${what}`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
