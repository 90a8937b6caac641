import { randomInt } from 'node:crypto';
import { isPortFree } from '../../src/embedded/ports.js';

/**
 * Below the ports that systems give to outgoing connections: of those, one that is free now may be taken by any connection before the
 * process it is meant for listens.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;

/** A port nobody listens on right now. */
export async function findFreePort(): Promise<number> {
  for (let left = TRIES; left > 0; left -= 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports is free`);
}
