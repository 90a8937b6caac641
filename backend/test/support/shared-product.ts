import { expect, test } from 'vitest';
import { Clock, SECOND } from '../../src/platform/clock/index.js';
import { startProduct, type Product } from './product.js';

/** How often it looks for jobs while no file uses it: it stays for minutes, beside the products that other files have of their own. */
const IDLE_POLL_MS = 500;
let usualPollMs: number;

/** Started with the first file of a Vitest worker that asks for it, stopped with the worker. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads there which other fixtures are needed
const sharing = test.extend('product', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const product = await startProduct({ shared: true, env: { LOG_LEVEL: 'silent' } });
  onCleanup(() => product.stop());
  usualPollMs = product.config.jobs.pollMs;
  return product;
});

/**
 * Gives a file the product that the files of its Vitest worker share. It is for tests that look at customers of their own only.
 * A file that moves the clock, sets the environment, replaces the engine, changes styles, packs or prices, counts all rows, or looks at
 * connections and queues as a whole starts a product of its own.
 */
export function useSharedProduct(take: (product: Product) => void): void {
  sharing.beforeAll(({ product }) => {
    product.config.jobs.pollMs = usualPollMs;
    take(product);
    expectUntouched(product);
  });
  sharing.afterAll(({ product }) => {
    product.config.jobs.pollMs = IDLE_POLL_MS;
    expectUntouched(product);
  });
}

/** The next file finds the clock where it is for everybody. */
function expectUntouched({ api, worker }: Product): void {
  for (const part of [api, worker])
    expect(Math.abs(part!.get(Clock).now().getTime() - Date.now()), 'the clock of the shared product').toBeLessThan(
      SECOND,
    );
}
