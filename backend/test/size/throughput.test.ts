import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fillDatabase, SMALL } from '../support/filled-database.js';
import { killProductProcesses, startApiProcess } from '../support/product-processes.js';
import { startProduct, type Product } from '../support/product.js';
import { noteQueries } from '../support/query-plans.js';
import { Reader } from '../support/read-routes.js';

/** How many requests the API answers, beside bare Express and pg with the same queries and the same JSON; by `npm run bench:throughput`. */

/** Of the least that could answer the same: what is to be reached, and what no change may fall below. */
const GOAL = 0.5;
const LEAST = 0.2;
const ROUTES: { route: string; goal?: number }[] = [
  { route: '/styles', goal: 0.7 },
  { route: '/me' },
  { route: '/credits/entries?limit=20' },
  { route: '/ai-profiles' },
  { route: '/generations?limit=10' },
  { route: '/generations/{id}' },
  { route: '/portraits/favourites' },
];
const AT_ONCE = 16;
const ROUNDS = 3;
const ROUND_MS = 2_500;
/** Ticks of a process's time in a second, as Linux counts. */
const TICKS = 100;

interface Place {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

/** Seconds that a process has spent computing. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const ask = ({ url, headers }: Place, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!));
    })
      .once('error', reject)
      .end();
  });

/** Asks for some seconds, several requests at a time. @returns requests per second, and seconds of computing for each */
async function load(place: Place): Promise<{ perSecond: number; cpu: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const [before, begun] = [cpuSeconds(place.pid), performance.now()];
  let answered = 0;
  const one = async () => {
    while (performance.now() - begun < ROUND_MS) {
      expect(await ask(place, agent)).toBe(200);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  agent.destroy();
  return {
    perSecond: answered / ((performance.now() - begun) / 1000),
    cpu: (cpuSeconds(place.pid) - before) / answered,
  };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What the product asks the database for a request, once it need not note anything, and what it answers. */
async function notesOf(product: Product, reader: Reader, path: string) {
  await reader.customer.get(path);
  const notes = noteQueries(new URL(product.env['DATABASE_URL']!).pathname.slice(1));
  const { status, body } = await reader.customer.get(path);
  notes.stop();
  expect(status, path).toBe(200);
  return { queries: notes.sent, body };
}

async function startBareApi(product: Product, routes: object[]): Promise<{ pid: number; port: number }> {
  const child = fork(fileURLToPath(new URL('../support/bare-api.mjs', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: product.env['DATABASE_URL']!, POOL_MAX: '10', NODE_ENV: 'production' },
    serialization: 'advanced',
  });
  onTestFinished(() => void child.kill());
  child.send(routes);
  const [port] = (await once(child, 'message')) as [number];
  return { pid: child.pid!, port };
}

test('the API answers no smaller a share of what the least could than before', { timeout: 600_000 }, async () => {
  const product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'false' } });
  onTestFinished(async () => {
    await killProductProcesses();
    await product.stop();
  });
  await fillDatabase(product.env['DATABASE_URL']!, SMALL);
  const reader = await Reader.of(product);
  const paths: { route: string; path: string; goal: number }[] = [];
  for (const { route, goal = GOAL } of ROUTES) {
    const [plain, query] = route.split('?');
    const [path] = await reader.requestsFor(plain!);
    paths.push({ route, path: query ? `${path!.split('?')[0]}?${query}` : path!.split('?')[0]!, goal });
  }
  const noted = [];
  for (const { path } of paths) noted.push(await notesOf(product, reader, path));
  // As an installation runs that is watched.
  const api = await startApiProcess(product, { RATE_LIMITS: 'false', METRICS_PORT: '0' });
  const bare = await startBareApi(
    product,
    noted.map((notes, index) => ({ path: `/${index}`, ...notes })),
  );
  const tooSlow: string[] = [];
  for (const [index, { route, path, goal }] of paths.entries()) {
    const ours = {
      pid: api.pid,
      url: `${api.origin}/api/v1${path}`,
      headers: { authorization: `Bearer ${reader.customer.token}` },
    };
    const theirs = { pid: bare.pid, url: `http://127.0.0.1:${bare.port}/${index}`, headers: {} };
    const found: { product: Awaited<ReturnType<typeof load>>; bare: Awaited<ReturnType<typeof load>> }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) found.push({ product: await load(ours), bare: await load(theirs) });
    const ratio = median(found.map((one) => one.product.perSecond / one.bare.perSecond));
    const cpu = median(found.map((one) => one.bare.cpu / one.product.cpu));
    const rate = (of: 'product' | 'bare') =>
      median(found.map((one) => one[of].perSecond))
        .toFixed(0)
        .padStart(6);
    const ms = (of: 'product' | 'bare') => (median(found.map((one) => one[of].cpu)) * 1000).toFixed(2).padStart(6);
    process.stdout.write(
      `${route.padEnd(28)}${rate('product')} /s${rate('bare')} /s  ${ratio.toFixed(2)} of ${goal}   ${ms('product')} ms${ms('bare')} ms CPU  ${cpu.toFixed(2)}   ${noted[index]!.queries.length} queries, ${(JSON.stringify(noted[index]!.body).length / 1000).toFixed(1)} kB\n`,
    );
    if (ratio < LEAST) tooSlow.push(route);
  }
  expect(tooSlow).toEqual([]);
});
