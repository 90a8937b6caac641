import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits, profileMarkedReady } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import {
  killProductProcesses,
  startApiProcess,
  startWorkerProcess,
  type ProductProcess,
} from '../support/product-processes.js';
import { SilentLine, type Direction } from '../support/silent-line.js';
import { until, within } from '../support/until.js';

/** Everything works again so long after a fault has ended, in milliseconds. */
const HEALED_MS = 15_000;
/** What a busy machine may add to an answer that comes within a second or two, in milliseconds. */
const BUSY_MS = 3_000;

let product: Product;
let worker: ProductProcess;
let caller: Caller;
let body: { profileId: string; styleId: string };
const lines: Record<string, SilentLine> = {};
const redis = () => lines['redis:']!;
const postgres = () => lines['postgresql:']!;

beforeAll(async () => {
  product = await startProduct({
    worker: false,
    env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true', JOB_REDISPATCH_MS: '1000' },
    through: async (url) => {
      const { line, url: led } = await SilentLine.to(url);
      lines[new URL(url).protocol] = line;
      return led;
    },
  });
  worker = await startWorkerProcess(product, { LOG_LEVEL: 'warn' });
  caller = await customer(product);
  await grantCredits(product, caller, 100);
  body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
});
afterEach(() => Object.values(lines).forEach((line) => line.mend()));
afterAll(async () => {
  await killProductProcesses();
  await product.stop();
  await Promise.all(Object.values(lines).map((line) => line.stop()));
});

/** Asks for a run, again and again while it cannot be taken. There is no model: it ends as failed, and gives its credits back. */
async function runEnds(): Promise<void> {
  const key = crypto.randomUUID();
  const { id } = await until('the run to be taken', async () => {
    const answer = await caller.post<{ id: string }>('/generations', body, key);
    expect([202, 503]).toContain(answer.status);
    return answer.status === 202 ? answer.body : null;
  });
  await until('the run to end', async () => {
    const { body: run } = await caller.get<{ status: string }>(`/generations/${id}`);
    return run.status === 'failed' ? true : null;
  });
  await until('the credits', async () =>
    (await caller.get<{ credits: number }>('/me')).body.credits === 100 ? true : null,
  );
}

/** The lines of the worker's log about a service since a place in it. */
const told = (service: string, since: number): string[] =>
  worker.output
    .slice(since)
    .split('\n')
    .flatMap((line) => (line.includes(`"service":"${service}"`) ? [(JSON.parse(line) as { msg: string }).msg] : []));

// Before any fault: a connection of the pool that was swallowed by one would be the lost one.
test('a slow statement is no lost one', async () => {
  const slow = product.em().execute<{ slept: number }[]>('select 1 as slept from pg_sleep(7)');
  expect(await slow).toEqual([{ slept: 1 }]);
});

describe('connections that a network swallows without a word', () => {
  test.each<Record<'Redis' | 'PostgreSQL', Direction>>([
    { Redis: 'both', PostgreSQL: 'to the client' },
    { Redis: 'to the client', PostgreSQL: 'both' },
  ])('are found, and work goes on over new ones: %o', async (ways) => {
    const since = worker.output.length;
    redis().swallow(ways.Redis);
    postgres().swallow(ways.PostgreSQL);
    await within('a whole run', runEnds(), HEALED_MS + BUSY_MS);
    for (const service of Object.keys(ways)) {
      await until('the log', () => (told(service, since).length >= 2 ? true : null));
      expect(told(service, since)).toEqual([`${service} does not answer`, `${service} answers again`]);
    }
  });
});

describe('servers that stand still', () => {
  const stand = async (line: () => SilentLine, meanwhile: () => Promise<void>) => {
    line().swallowAll();
    await meanwhile();
    line().mend();
    await within('a whole run', runEnds(), HEALED_MS + BUSY_MS);
  };
  const readiness = async () =>
    expect((await within('/health/ready', product.anonymous().get('/health/ready'), 1000 + BUSY_MS)).status).toBe(503);

  test('Redis: what is counted answers 503, the rest goes on, and all of it once Redis does', () =>
    stand(redis, async () => {
      const person = { email: 'petra.muster@example.org', password: 'Sommerwiese-42' };
      const refused = product.anonymous().post('/auth/login', person);
      expect(await within('an answer', refused, 2000 + BUSY_MS)).toMatchObject({ status: 503 });
      await readiness();
      expect((await caller.get('/me')).status).toBe(200);
    }));

  test('PostgreSQL: the balancer is told, and all goes on once it answers', () => stand(postgres, readiness));

  test('SIGTERM ends every process all the same', async () => {
    const [api, other] = await Promise.all([startApiProcess(product), startWorkerProcess(product)]);
    for (const line of [redis(), postgres()]) line.swallowAll();
    await within('both to end', Promise.all([api.terminate(), other.terminate()]), 10_000 + BUSY_MS);
  });
});
