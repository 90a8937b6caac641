/** Waits for something to become true; fails with what was waited for. Asks often, so tests are as fast as the product. */
export async function until<T>(what: string, look: () => Promise<T | null> | T | null, timeoutMs = 40_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
