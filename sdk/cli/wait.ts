import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.ts';
import { texts } from './texts.ts';

/** Asks until there is an answer. @throws Failure after `limitMs`. */
export async function waitUntil<T>(what: string, limitMs: number, look: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > end) throw new Failure(texts.timeout(what));
    await sleep(200);
  }
}
