import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Metrics } from '../../src/platform/telemetry/index.js';
import { allServicesThere } from '../support/all-services-there.js';
import { subscriber } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
let inApi: Map<string, number>;
let inWorker: Map<string, number>;
let text: string;

/** Every figure of a process by its name and labels. @throws for a line that Prometheus would not read */
async function figuresOf(app: INestApplicationContext): Promise<{ text: string; figures: Map<string, number> }> {
  const answer = await fetch(`http://127.0.0.1:${app.get(Metrics).port}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const found = await answer.text();
  const figures = new Map<string, number>();
  for (const line of found.split('\n').filter((one) => one && !one.startsWith('#'))) {
    const [, name, value] =
      /^([a-z_:][\w:]*(?:\{(?:\w+="[^"\\\n]*",?)*\})?) (-?[\d.e+-]+|NaN|\+Inf)$/i.exec(line) ?? [];
    if (!name) throw new Error(`not a figure: ${line}`);
    figures.set(name, Number(value));
  }
  return { text: found, figures };
}

/** The one figure whose name and labels have all of these. */
function figure(of: Map<string, number>, name: string, labels: Record<string, string>): number | undefined {
  const found = [...of].filter(
    ([key]) =>
      key.split('{')[0] === name &&
      Object.entries(labels).every(([label, value]) => key.includes(`${label}="${value}"`)),
  );
  expect(found.length, `${name} ${JSON.stringify(labels)}`).toBeLessThan(2);
  return found[0]?.[1];
}

beforeAll(async () => {
  product = await startProduct({ env: { METRICS_PORT: '0' } });
  const caller = await subscriber(product);
  await caller.get('/styles');
  await caller.get(`/generations/${caller.userId}`);
  await caller.get('/there/is/nothing');
  await until('emails to be sent', async () =>
    (await product.em().execute("select 1 from job where queue = 'mail' and outcome is null")).length === 0
      ? true
      : null,
  );
  // No worker knows what to do for it: it waits.
  await product
    .em()
    .execute(
      "insert into job (id, created_at, queue, topic, payload, run_after, dispatches, attempt, max_attempts) values (gen_random_uuid(), now(), 'training', 'of.another.version', '{}', now() - interval '10 minutes', 0, 0, 3)",
    );
  await allServicesThere();
  const [api, worker] = [await figuresOf(product.api), await figuresOf(product.worker!)];
  [inApi, inWorker, text] = [api.figures, worker.figures, api.text + worker.text];
  expect(text).not.toContain(caller.userId!);
  expect(text).not.toContain('@');
});
afterAll(() => product.stop());

test('requests are told by the pattern of their route', () => {
  const count = (route: string, status: string) =>
    figure(inApi, 'http_server_request_duration_seconds_count', { method: 'GET', route, status });
  expect(count('/api/v1/styles', '2xx')).toBe(1);
  expect(count('/api/v1/generations/:id', '4xx')).toBe(1);
  expect(count('none', '4xx')).toBe(1);
});

test('so are the services that were asked', () => {
  const stripe = figure(inApi, 'http_client_request_duration_seconds_count', { service: 'stripe', status: '2xx' });
  expect(stripe).toBeGreaterThan(0);
});

test('jobs are told by topic and end, queues by what waits in them', () => {
  const ended = [...inWorker.keys()].filter((name) => name.startsWith('job_attempt_duration_seconds_count'));
  expect(ended.length).toBeGreaterThan(0);
  expect(ended.filter((name) => !name.includes('outcome="done"'))).toEqual([]);
  expect(figure(inWorker, 'worker_beat_age_seconds', { beat: 'relay round' })).toBeLessThan(60);
  expect(figure(inWorker, 'jobs', { queue: 'training', state: 'waiting' })).toBe(1);
  expect(figure(inWorker, 'job_oldest_waiting_seconds', { queue: 'training' })).toBeGreaterThanOrEqual(600);
});

test('what customers feel is told: emails, credits, money, promises of deletion', () => {
  const of = (name: string, labels: Record<string, string>) => figure(inWorker, name, labels);
  expect(of('email_send_duration_seconds_count', { outcome: 'taken' })).toBeGreaterThan(0);
  expect(of('credits_moved_last_hour', { reason: 'plan_grant' })).toBeGreaterThan(0);
  expect(of('credits_moved_last_hour', { reason: 'generation_return' })).toBe(0);
  expect(of('money_moved_last_hour_francs', { direction: 'paid' })).toBeGreaterThan(0);
  expect(of('money_moved_last_hour_francs', { direction: 'returned' })).toBe(0);
  expect(of('retention_lateness_seconds', { rule: 'portraits' })).toBe(0);
  expect(of('runs_last_hour', { outcome: 'completed' })).toBe(0);
  expect(of('trainings_last_hour', { outcome: 'refused' })).toBe(0);
});

test('every process tells of its memory, its event loop, its connections and the services that are away', () => {
  for (const figures of [inApi, inWorker]) {
    const of = (name: string, labels: Record<string, string> = {}) => figure(figures, name, labels);
    expect(of('process_resident_memory_bytes')).toBeGreaterThan(50_000_000);
    expect(of('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(of('nodejs_eventloop_delay_seconds', { percentile: '99' })).toBeGreaterThan(0);
    expect(of('database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(of('service_away', { service: 'Redis' })).toBe(0);
  }
});

test('they are told nowhere else, and nothing else is told there', async () => {
  expect((await fetch(`http://127.0.0.1:${product.api.get(Metrics).port}/`)).status).toBe(404);
  expect(await (await fetch(`${product.origin}/metrics`)).text()).not.toContain('process_uptime');
});
