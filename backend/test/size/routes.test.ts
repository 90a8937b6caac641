import { expect, test } from 'vitest';
import { BIG, fillDatabase, SMALL, type Filling } from '../support/filled-database.js';
import { startProduct, type Product } from '../support/product.js';
import { Reader, READ_ROUTES } from '../support/read-routes.js';

/** How long requests take where there are many customers, beside the same where there are few; by `npm run bench:size`. */

const users = Number(process.env['BILDNIS_SIZE_USERS'] ?? BIG.users);
const ROUNDS = 20;
/** The bound, and what one machine differs by from one request to the next, in milliseconds. */
const BOUND = 1.5;
const STRAYS_MS = 8;

/** What counts all there are, for admins and on one public page: named until it no longer does. */
const COUNTS_ALL = [
  '/judgements',
  '/admin/judgements/figures',
  '/admin/stats',
  '/admin/styles',
  '/admin/credit-packs',
  '/admin/engine',
  '/admin/retention',
];

async function filled(filling: Filling): Promise<{ product: Product; reader: Reader }> {
  const product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent' } });
  const begun = performance.now();
  await fillDatabase(product.env['DATABASE_URL']!, filling);
  process.stdout.write(
    `${filling.users} customers filled in in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`,
  );
  return { product, reader: await Reader.of(product) };
}

const timed = async (reader: Reader, request: string): Promise<number> => {
  const begun = performance.now();
  await reader.get(request);
  return performance.now() - begun;
};

/** Of few numbers, the one that nineteen of twenty do not pass. */
const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;

test(`with ${users} customers requests take as long as with ${SMALL.users}`, { timeout: 3_600_000 }, async () => {
  const [few, many] = [await filled(SMALL), await filled({ ...BIG, users })];
  const slower: string[] = [];
  for (const route of READ_ROUTES) {
    const requests = await Promise.all([few, many].map(({ reader }) => reader.requestsFor(route)));
    for (const [index, request] of requests[0]!.entries()) {
      const other = requests[1]![index]!;
      const times: [number[], number[]] = [[], []];
      // In turns, so that what else the machine does touches both alike; the first of each only warms up.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const pair = [await timed(few.reader, request), await timed(many.reader, other)] as const;
        if (round > 0) times.forEach((all, at) => all.push(pair[at]!));
      }
      const [small, large] = [p95(times[0]), p95(times[1])];
      const name = request.includes('?') ? `${route}?${request.split('?')[1]!}` : route;
      process.stdout.write(
        `${name.padEnd(60)}${small.toFixed(1).padStart(8)} ms${large.toFixed(1).padStart(8)} ms${(large / small).toFixed(2).padStart(7)}\n`,
      );
      if (large > small * BOUND && large > small + STRAYS_MS && !COUNTS_ALL.includes(route)) slower.push(name);
    }
  }
  await few.product.stop();
  await many.product.stop();
  expect(slower).toEqual([]);
});
