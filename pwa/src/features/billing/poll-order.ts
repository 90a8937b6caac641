import type { Schemas } from '~/lib/api';

type Order = Schemas['Order'];

const INTERVAL = 1_000;
const TRIES = 20;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Asks for an order until it is settled: every second, up to twenty times. A question that fails is asked again.
 * @returns the order as last seen; null when it could never be read
 */
export async function pollOrder(
  read: () => Promise<Order>,
  pause: (milliseconds: number) => Promise<void> = wait,
): Promise<Order | null> {
  let last: Order | null = null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await pause(INTERVAL);
    last = await read().catch(() => last);
    if (last && last.status !== 'pending') return last;
  }
  return last;
}
