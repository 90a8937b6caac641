import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.js';
import { facts } from '../../src/facts/index.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import { billingAtRest, CONSENTS, creditsOf, ledgerOf, packOf, type OrderAnswer } from '../support/billing.js';
import { BreakableLine } from '../support/breakable-line.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, draftMarkedComplete, payAtTheTill, profileMarkedReady, subscriber } from '../support/customers.js';
import { HeldLine } from '../support/held-line.js';
import { trainingUnderWay } from '../support/hosted-engine.js';
import { OwnRedis } from '../support/own-redis.js';
import { startProduct, type Product } from '../support/product.js';
import { workInSteps, type WorkInSteps } from '../support/quick-engine.js';
import { until } from '../support/until.js';

/** Faults 5 and 6: Redis and PostgreSQL go away while trainings, runs and payments are under way. The tests build on each other, in this order. */
const LEASE_MS = 1500;

let product: Product;
let caller: Caller;
let line: BreakableLine;
/** What is said to PostgreSQL before it comes to the line that breaks. */
let talk: HeldLine;
let redis: OwnRedis;
let work: WorkInSteps;
let socket: Socket;
let profileId: string;
beforeAll(async () => {
  redis = await OwnRedis.start();
  product = await startProduct({
    env: { LOG_LEVEL: 'silent', JOB_LEASE_MS: String(LEASE_MS), JOB_REDISPATCH_MS: '1000' },
    through: async (url) => {
      if (url.startsWith('redis')) return redis.url;
      const breakable = await BreakableLine.to(url);
      const watched = await HeldLine.to(breakable.url);
      [line, talk] = [breakable.line, watched.line];
      return watched.url;
    },
  });
  // Slow enough that a training and a run can be caught half-way, and that portraits come while the database is away.
  work = await workInSteps(product.worker!, 400);
  caller = await subscriber(product, 'business');
  socket = io(product.origin, { path: '/socket.io', transports: ['websocket'], auth: { token: caller.token } });
});
afterAll(async () => {
  socket?.close();
  line?.mend();
  await product?.stop();
  await talk?.stop();
  await line?.stop();
  await redis?.kill();
});

interface Run {
  id: string;
  status: string;
  previews: object[];
  portraits: { url: string }[];
}

const statusOf = async (path: string): Promise<string | undefined> =>
  (await caller.get<{ status?: string }>(path)).body.status;
const reached = (path: string, status: string) =>
  until(`${path} to be ${status}`, async () => ((await statusOf(path)) === status ? true : null), 60_000);
const startRun = async (): Promise<string> =>
  (await caller.post<Run>('/generations', { profileId, styleId: await anyStyle(caller) })).body.id;
const underWay = (id: string) =>
  until(
    'the first portraits',
    async () => ((await caller.get<Run>(`/generations/${id}`)).body.previews.length > 0 ? true : null),
    30_000,
  );
const charges = async (): Promise<string[]> =>
  (await ledgerOf(caller)).map(({ reason }) => reason).filter((reason) => reason !== 'plan_grant');

async function expectAllWell(): Promise<void> {
  await until(
    'the work to be done',
    async () =>
      (await product.em().execute('select 1 from job where finished_at is null and run_after <= now()')).length === 0
        ? true
        : null,
    30_000,
  );
  expect(await checkInvariants(product.em(), product.api.get(PaymentProvider))).toEqual([]);
}

async function expectDelivered(id: string): Promise<void> {
  const { portraits } = (await caller.get<Run>(`/generations/${id}`)).body;
  expect(portraits).toHaveLength(facts.generation.portraits);
  expect((await Promise.all(portraits.map(({ url }) => caller.download(url)))).map(({ status }) => status)).toEqual(
    portraits.map(() => 200),
  );
}

/** The database is away for longer than a lease lasts; requests meanwhile are told to come back. */
async function databaseAway(): Promise<void> {
  line.break();
  const refused = await caller.get('/me');
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await pause(LEASE_MS + 300);
  line.mend();
  await until('the database', async () => ((await caller.get('/me')).status === 200 ? true : null));
}

test('PostgreSQL is away amid a training: the work goes on, charged once, with one result', async () => {
  profileId = await draftMarkedComplete(product, caller);
  await caller.post(`/ai-profiles/${profileId}/training`);
  await trainingUnderWay(caller, profileId);
  await databaseAway();
  await reached(`/ai-profiles/${profileId}`, 'ready');
  expect(await product.em().execute('select 1 from trained_model')).toHaveLength(1);
  expect(await charges()).toEqual(['training_charge']);
  await expectAllWell();
});

test('PostgreSQL is away amid a run, then Redis is killed and comes back empty: that run, one that waited in it, and live pages go on', async () => {
  const live: string[] = [];
  socket.on('generation.changed', (event: { generationId: string; status: string }) =>
    live.push(`${event.generationId} ${event.status}`),
  );
  const id = await startRun();
  await underWay(id);
  await databaseAway();
  // The worker makes one run at a time.
  const waiting = await startRun();
  const inRedis = () =>
    product
      .em()
      .execute("select 1 from job where payload->>'generationId' = ? and dispatched_at is not null", [waiting]);
  await until('the second run to wait in Redis', async () => ((await inRedis()).length === 1 ? true : null));
  await redis.kill();
  await pause(500); // long enough for every client to notice
  await redis.startAgain();
  expect(await statusOf(`/generations/${id}`)).toBe('processing');
  work.finish();
  for (const each of [id, waiting]) {
    await reached(`/generations/${each}`, 'completed');
    await expectDelivered(each);
  }
  await until('the page to hear of it', () => (live.includes(`${waiting} completed`) ? true : null));
  expect(await charges()).toEqual(['generation_charge', 'generation_charge', 'training_charge']);
  await expectAllWell();
  // With the settings of production, too, a forgotten job comes up again within two minutes.
  const { jobs } = readConfig(
    Object.fromEntries(Object.entries(product.env).filter(([name]) => !/^(JOB|OUTBOX)_/.test(name))),
  );
  expect(jobs.redispatchMs + jobs.leaseMs).toBeLessThan(120_000);
});

test('PostgreSQL goes just after a commit while somebody orders runs: each is begun, charged and returned once', async () => {
  const body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
  const [before, booked] = [await creditsOf(caller), (await charges()).length];
  const committed = talk.holdAfterCommitOf('insert into "idempotency_record"');
  const heard: number[] = [];
  const orders = Array.from({ length: 8 }, () => randomUUID()).map((key) =>
    until('the run to be taken', async () => {
      const answer = await caller.post<Run>('/generations', body, key);
      heard.push(answer.status);
      return answer.status === 202 ? answer.body.id : null;
    }),
  );
  // One of them is written, and nobody has heard of it.
  await committed;
  line.break();
  await pause(100);
  line.mend();
  const ids = await Promise.all(orders);
  expect(new Set(heard)).toEqual(new Set([503, 202]));
  expect(new Set(ids).size).toBe(orders.length);
  // There is no model of this profile: each run ends as failed and gives its credits back.
  for (const id of ids) await reached(`/generations/${id}`, 'failed');
  expect(await product.em().execute('select 1 from generation where profile_id = ?', [body.profileId])).toHaveLength(
    orders.length,
  );
  expect((await charges()).length - booked).toBe(2 * orders.length);
  expect(await creditsOf(caller)).toBe(before);
  await expectAllWell();
});

test('PostgreSQL is away when a pack is paid: the provider tells it again, and it is granted once', async () => {
  const before = await creditsOf(caller);
  const order = await caller.post<OrderAnswer>('/orders', { kind: 'pack', packId: await packOf(caller), ...CONSENTS });
  line.break();
  await payAtTheTill(order.body.paymentUrl!);
  await pause(300);
  expect((await product.anonymous().get('/health/ready')).status).toBe(503);
  line.mend();
  await until('the pack', async () => ((await statusOf(`/orders/${order.body.id}`)) === 'paid' ? true : null));
  await billingAtRest(product);
  expect(await creditsOf(caller)).toBe(before + order.body.credits);
  await expectAllWell();
});
