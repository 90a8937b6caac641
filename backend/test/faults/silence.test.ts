import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Direction } from '../support/silent-line.js';
import { BUSY_MS, HEALED_MS, startSilencedProduct, type SilencedProduct } from '../support/silenced-product.js';
import { until, within } from '../support/until.js';
import { longTest } from '../support/long-test.js';

let silenced: SilencedProduct;
beforeAll(async () => {
  silenced = await startSilencedProduct();
});
afterEach(() => silenced.mend());
afterAll(() => silenced.stop());

/** The lines of the worker's log about a service since a place in it. */
const told = (service: string, since: number): string[] =>
  silenced.worker.output
    .slice(since)
    .split('\n')
    .flatMap((line) => (line.includes(`"service":"${service}"`) ? [(JSON.parse(line) as { msg: string }).msg] : []));

// Before any fault: a connection of the pool that was swallowed by one would be the lost one.
longTest('a slow statement is no lost one', async () => {
  const slow = silenced.product.em().execute<{ slept: number }[]>('select 1 as slept from pg_sleep(7)');
  expect(await slow).toEqual([{ slept: 1 }]);
});

describe('connections that a network swallows without a word', () => {
  test.each<Record<'Redis' | 'PostgreSQL', Direction>>([
    { Redis: 'both', PostgreSQL: 'to the client' },
    { Redis: 'to the client', PostgreSQL: 'both' },
  ])('are found, and work goes on over new ones: %o', async (ways) => {
    const since = silenced.worker.output.length;
    silenced.redis.swallow(ways.Redis);
    silenced.postgres.swallow(ways.PostgreSQL);
    await within('a whole run', silenced.runEnds(), HEALED_MS + BUSY_MS);
    for (const service of Object.keys(ways)) {
      await until('the log', () => (told(service, since).length >= 2 ? true : null));
      expect(told(service, since)).toEqual([`${service} does not answer`, `${service} answers again`]);
    }
  });
});
