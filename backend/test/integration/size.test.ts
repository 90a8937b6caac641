import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDatabase } from '../support/filled-database.js';
import { startProduct, type Product } from '../support/product.js';
import { noteQueries, QueryPlans } from '../support/query-plans.js';
import { Reader, READ_ROUTES } from '../support/read-routes.js';
import { until } from '../support/until.js';

/** No request takes longer because there are more customers: what it asks the database for is found by an index. */

const USERS = 300;

let product: Product;
let plans: QueryPlans;
let reader: Reader;
beforeAll(async () => {
  product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent' } });
  const url = product.env['DATABASE_URL']!;
  await fillDatabase(url, { users: USERS, runs: 5, portraits: 2 });
  plans = await QueryPlans.at(url);
  reader = await Reader.of(product);
});
afterAll(async () => {
  await plans.close();
  await product.stop();
});

/** What may read more, and why that does not grow without end or is put up with. */
const KNOWN: Record<string, string> = {
  '/judgements ← judgement': 'counts every judgement each time, so that nothing is told that was taken back',
  '/admin/judgements/figures ← judgement': 'the same',
  '/admin/engine ← generation': 'the runs of one week, by an index',
  '/admin/retention ← reference_photo': 'photos are there until a training is done',
  '/admin/retention ← deletion_receipt': 'of whoever left or never had an account: no index tells',
  '/admin/retention ← app_user': 'the same query',
  '/admin/stats ← app_user': 'counts all there are',
  '/admin/stats ← credit_account': 'counts all there are',
  '/admin/stats ← credit_ledger': 'counts all there are',
  '/admin/stats ← payment': 'sums up all there are',
  '/admin/stats ← subscription': 'counts all there are',
  '/admin/styles ← generation': 'counts all there are',
  '/admin/credit-packs ← customer_order': 'counts all there are',
  '/admin/users ← subscription': 'among few customers all subscriptions are fewer than a page of them',
};
const met = new Set<string>();

/** @returns of which tables the queries of a request read more than they may */
async function largeReadsOf(request: string, route: string): Promise<string[]> {
  const notes = noteQueries();
  const status = await reader.get(request);
  notes.stop();
  expect(status, request).not.toBe(500);
  const found: string[] = [];
  for (const query of notes.sent)
    for (const table of await plans.largeReadsOf(query)) {
      const name = `${route} ← ${table}`;
      if (KNOWN[name]) met.add(name);
      else found.push(`${request} reads ${table}: ${query.text}`);
    }
  return found;
}

describe('a request reads few rows of a table that grows', () => {
  test.each(READ_ROUTES)('%s', async (route) => {
    const found: string[] = [];
    for (const request of await reader.requestsFor(route)) found.push(...(await largeReadsOf(request, route)));
    expect(found).toEqual([]);
  });

  test('what may read more still does', () => {
    expect(Object.keys(KNOWN).filter((name) => !met.has(name))).toEqual([]);
  });
});

test('strangers who look for pictures at once have all fingerprints read once at a time', async () => {
  const picture = await sharp({ create: { width: 320, height: 400, channels: 3, background: '#7a8fa6' } })
    .jpeg()
    .toBuffer();
  const searching = async () => {
    const [row] = await product
      .em()
      .execute<{ number: number }[]>(
        `select count(*)::int as number from pg_stat_activity where query like '%bit_count%' and wait_event_type = 'Lock' and datname = current_database()`,
      );
    return row!.number;
  };
  const asked = await product.em().transactional(async (em) => {
    await em.execute('lock table portrait_fingerprint in access exclusive mode');
    const asked = Array.from({ length: 4 }, () =>
      product.anonymous().sendFile('/image-checks', new Uint8Array(picture)),
    );
    await until('a search to begin', async () => (await searching()) > 0 || null);
    // Time enough for the others to be looked at, if they were.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await searching()).toBe(1);
    return asked;
  });
  expect((await Promise.all(asked)).map(({ status, body }) => [status, body['result']])).toEqual(
    asked.map(() => [200, 'unknown']),
  );
});

describe('a check that a query is found by', () => {
  const largeReads = (text: string, values: unknown[] = []) => plans.largeReadsOf({ text, values });
  test.each<[string, string, string[]]>([
    ['one customer’s rows by an index', 'select * from portrait where user_id = $1', []],
    ['a column without an index', 'select * from portrait where width = 1', ['portrait']],
    [
      'all rows by an index',
      "select count(*) from generation where completed_at > now() - interval '1 year'",
      ['generation'],
    ],
    ['the newest rows by an index', 'select * from generation order by completed_at desc limit 20', []],
    [
      'the newest rows of few',
      `select * from app_user where role = 'admin' order by created_at desc, id desc limit 20`,
      ['app_user'],
    ],
    ['a sorted table', 'select * from portrait order by rank limit 20', ['portrait']],
    ['an update of all', 'update mail set template = template', ['mail']],
  ])('%s', async (_what, text, expected) => {
    expect(await largeReads(text, text.includes('$1') ? [reader.customer.userId] : [])).toEqual(expected);
  });
});
