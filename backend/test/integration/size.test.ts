import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayBeOver, type RetentionTerms } from '../../src/platform/retention/index.js';
import { RetentionOverview } from '../../src/retention/overview.service.js';
import { fillDatabase } from '../support/filled-database.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { noteQueries, QueryPlans } from '../support/query-plans.js';
import { Reader, READ_ROUTES } from '../support/read-routes.js';
import { until } from '../support/until.js';

/** Reading takes no longer because there are more customers: what a request asks the database for is found by an index. */

const USERS = 600;

let product: Product;
let database: string;
let plans: QueryPlans;
let reader: Reader;
beforeAll(async () => {
  product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent' } });
  const url = product.env['DATABASE_URL']!;
  database = new URL(url).pathname.slice(1);
  await fillDatabase(url, { users: USERS, runs: 5, portraits: 2 });
  plans = await QueryPlans.at(url);
  reader = await Reader.of(product);
});
afterAll(async () => {
  await plans?.close();
  await product?.stop();
});

/** The route, the table, a piece of the query, and why that does not grow without end or is put up with. */
type Known = [route: string, table: string, piece: string, why: string];

/** What this customer has none of, or what needs a signed link: asked as far as that. */
const REFUSED: Record<string, number> = {
  '/orders/{id}/withdrawal': 409,
  '/subscription/upgrade-quote': 409,
  '/engine-inputs/{name}': 400,
  ...Object.fromEntries(READ_ROUTES.filter((route) => route.startsWith('/media/')).map((route) => [route, 400])),
  ...Object.fromEntries(
    [
      '/admin/declarations/{id}/contracts',
      '/admin/examples/{id}/pictures/{pictureId}',
      '/checkout-sessions/{sessionId}/order',
      '/examples/{id}/pictures/{pictureId}/{width}',
      '/invoices/{id}/pdf',
      '/portraits/{id}/layers/{layersId}',
      '/webhook-endpoints/{id}',
      '/webhook-endpoints/{id}/deliveries',
    ].map((route) => [route, 404]),
  ),
};

/** Asked with whichever run or list comes first in a minute. */
const USUAL_TIME: Known = ['*', 'generation', 'limit $2) as "newest"', 'the newest 200, by an index, once a minute'];

/** What may read more. */
const KNOWN: Known[] = [
  [
    '/judgements',
    'judgement',
    'count(distinct user_id)',
    'counts each time, so that nothing is told that was taken back',
  ],
  USUAL_TIME,
  ['/admin/judgements/figures', 'judgement', 'count(distinct user_id)', 'counts all there are'],
  ['/admin/engine', 'generation', 'percentile_cont', 'the runs of one week, by an index'],
  ['/admin/engine', 'free_repeat', 'count(*)', 'counts all there are'],
  ['/admin/retention', 'reference_photo', 'reference_photo t', 'photos are there until a training is done'],
  ['/admin/retention', 'ai_profile', 'reference_photo t', 'the same query'],
  [
    '/admin/retention',
    'deletion_receipt',
    'deletion_receipt t',
    'kept from when somebody left, or had never an account',
  ],
  ['/admin/retention', 'app_user', 'deletion_receipt t', 'the same query'],
  ['/admin/stats', '*', 'totalUsers', 'counts all there are'],
  ['/admin/styles', 'generation', 'group by "style_id"', 'counts all there are'],
  ['/admin/credit-packs', 'customer_order', 'group by "pack_id"', 'counts all there are'],
  ['/admin/users', 'app_user', 'ilike', 'looks for a piece of an address or a name'],
];
/** So many of a list are asked for: one that read all rows before it again would read too many by then. */
const PAGES = 7;

const met = new Set<string>();
const asked = new Set<string>();

/** @returns of which tables the queries of a request read more than they may */
async function largeReadsOf(request: string, route: string, pages = PAGES): Promise<string[]> {
  asked.add(route);
  const notes = noteQueries(database);
  const { status, nextCursor } = await reader.get(request).finally(notes.stop);
  expect(status, request).toBe(REFUSED[route] ?? 200);
  const found: string[] = [];
  for (const query of notes.sent)
    for (const table of await plans.largeReadsOf(query)) {
      const known = KNOWN.find(
        (each) => ['*', route].includes(each[0]) && ['*', table].includes(each[1]) && query.text.includes(each[2]),
      );
      if (known) met.add(known.join());
      else found.push(`${request} reads ${table}: ${query.text}`);
    }
  if (nextCursor && pages > 1) {
    const url = new URL(request, product.origin);
    url.searchParams.set('cursor', nextCursor);
    found.push(...(await largeReadsOf(`${url.pathname}${url.search}`, route, pages - 1)));
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
    const here = KNOWN.filter((known) => asked.has(known[0]) && known !== USUAL_TIME);
    expect(here.filter((known) => !met.has(known.join()))).toEqual([]);
  });
});

test('what is kept for a time is looked for by an index, but for what is named', () => {
  const { terms } = product.api.get<{ terms: RetentionTerms[] }>(RetentionOverview, { strict: false });
  const without = terms.filter(({ since, bound }) => bound === undefined && !/^t\.\w+$/.test(since));
  expect(without.map(({ name }) => name).toSorted()).toEqual(['deletion_receipts', 'left_photos', 'settled_debts']);
});

longTest('pictures that are asked about at once are searched for one at a time', async () => {
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

test.each(['PT0S', 'PT24H', 'P7D', 'P-7D', 'P1M', 'P13M', 'P3Y', 'P10Y'])(
  'what is over after %s lies within the bound that an index answers, in months of any length',
  async (kept) => {
    const [row] = await product.em().execute<{ over: number; missed: number }[]>(
      `select count(*) filter (where is_over)::int as over, count(*) filter (where is_over and not is_near)::int as missed
         from (select now.moment from generate_series('2026-12-25'::timestamptz, '2028-04-05', '7 hours') now (moment)) now,
         lateral (select now.moment - interval '${kept}' + days * interval '1 day' as since from generate_series(-40, 5) days) t,
         lateral (select t.since + interval '${kept}' <= now.moment as is_over, ${mayBeOver('t.since', kept).replace(':now', 'now.moment')} as is_near) row`,
    );
    expect(row!.over).toBeGreaterThan(1000);
    expect(row!.missed).toBe(0);
  },
);

describe('the check itself', () => {
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
      `select * from app_user where display_name = 'Petra Muster 3' order by created_at desc, id desc limit 20`,
      ['app_user'],
    ],
    ['a sorted table', 'select * from portrait order by rank limit 20', ['portrait']],
    ['an update of all', 'update mail set template = template', ['mail']],
  ])('%s', async (_what, text, expected) => {
    expect(await largeReads(text, text.includes('$1') ? [reader.customer.userId] : [])).toEqual(expected);
  });
});
