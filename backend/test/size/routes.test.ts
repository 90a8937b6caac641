import { expect, onTestFinished, test } from 'vitest';
import { BIG, fillDatabase, SMALL, type Filling } from '../support/filled-database.js';
import { startProduct, type Product } from '../support/product.js';
import { Reader, READ_ROUTES } from '../support/read-routes.js';

/** How long requests take where there are many customers, beside the same where there are few; by `npm run bench:size`. */

const users = Number(process.env['BILDNIS_SIZE_USERS'] ?? BIG.users);
const ROUNDS = 20;
/** How much longer the second slowest of twenty may take, and what one machine strays by between two requests, in milliseconds. */
const BOUND = 1.5;
const STRAYS_MS = 3;

/** What counts all there are or looks through all texts, for admins and on one public page: named until it no longer does. */
const COUNTS_ALL = [
  '/judgements',
  '/admin/judgements/figures',
  '/admin/stats',
  '/admin/styles',
  '/admin/credit-packs',
  '/admin/engine',
  '/admin/retention',
  '/admin/users?q=kunde-7',
];

async function filled(filling: Filling): Promise<{ product: Product; reader: Reader }> {
  const product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent' } });
  onTestFinished(() => product.stop());
  const begun = performance.now();
  await fillDatabase(product.env['DATABASE_URL']!, filling);
  process.stdout.write(
    `${filling.users} customers filled in within ${((performance.now() - begun) / 1000).toFixed(0)} s\n`,
  );
  return { product, reader: await Reader.of(product) };
}

async function timed(reader: Reader, request: string): Promise<{ ms: number; status: number }> {
  const begun = performance.now();
  const { status } = await reader.get(request);
  return { ms: performance.now() - begun, status };
}

/** Of few numbers, the one that nineteen of twenty do not pass. */
const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;

interface Place {
  reader: Reader;
  request: string;
}

/** In turns, so that what else the machine does touches both alike; the first of each only warms up. @returns both p95, in milliseconds */
async function compare(few: Place, many: Place): Promise<{ small: number; large: number }> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = [await timed(few.reader, few.request), await timed(many.reader, many.request)] as const;
    expect(pair[1].status, many.request).toBe(pair[0].status);
    expect(pair[0].status, few.request).toBeLessThan(500);
    if (round > 0) times.forEach((all, at) => all.push(pair[at]!.ms));
  }
  return { small: p95(times[0]), large: p95(times[1]) };
}

const isSlower = ({ small, large }: { small: number; large: number }): boolean =>
  large > small * BOUND && large > small + STRAYS_MS;

test(`with ${users} customers requests take as long as with ${SMALL.users}`, { timeout: 3_600_000 }, async () => {
  const [few, many] = [await filled(SMALL), await filled({ ...BIG, users })];
  const slower: string[] = [];
  for (const route of READ_ROUTES) {
    const requests = await many.reader.requestsFor(route);
    for (const [index, request] of (await few.reader.requestsFor(route)).entries()) {
      const places: [Place, Place] = [
        { reader: few.reader, request },
        { reader: many.reader, request: requests[index]! },
      ];
      const name = request.includes('?') ? `${route}?${request.split('?')[1]!}` : route;
      // A slow answer may have another reason: what is slower three times is.
      for (let tries = 3; tries > 0; tries -= 1) {
        const found = await compare(...places);
        const { small, large } = found;
        process.stdout.write(
          `${name.padEnd(60)}${small.toFixed(1).padStart(8)} ms${large.toFixed(1).padStart(8)} ms${(large / small).toFixed(2).padStart(7)}\n`,
        );
        if (!isSlower(found) || COUNTS_ALL.includes(name)) break;
        if (tries === 1) slower.push(name);
      }
    }
  }
  expect(slower).toEqual([]);
});
