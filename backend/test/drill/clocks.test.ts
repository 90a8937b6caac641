import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../src/platform/clock/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits } from '../support/customers.js';
import { profileWithModel } from '../support/holdings.js';
import { holdRuns, type HeldRuns } from '../support/held-engine.js';
import { startProduct, type Product } from '../support/product.js';
import { killProductProcesses, startWorkerProcess, type ProductProcess } from '../support/product-processes.js';
import { until } from '../support/until.js';

const WRONG_CLOCK = fileURLToPath(new URL('../support/wrong-clock.mjs', import.meta.url));
/** Longer than a lease, and than a relay takes to find one that has run out, in milliseconds. */
const TAKEN_BY_THEN_MS = 4_000;

let held: Product;
let free: Product;
let runs: HeldRuns;
beforeAll(async () => {
  held = await startProduct();
  free = await startProduct({ worker: false });
  runs = holdRuns(held.worker!);
});
afterEach(() => killProductProcesses());
afterAll(async () => {
  runs.endAll();
  await Promise.all([held.stop(), free.stop()]);
});

const workerThatIsOff = (product: Product, hours: number): Promise<ProductProcess> =>
  startWorkerProcess(product, {
    NODE_OPTIONS: `--import=${WRONG_CLOCK}`,
    CLOCK_OFF_MS: String(hours * HOUR),
    LOG_LEVEL: 'warn',
  });

async function runOf(product: Product): Promise<{ caller: Caller; id: string }> {
  const caller = await customer(product);
  await grantCredits(product, caller, 20);
  const body = { profileId: await profileWithModel(product, caller), styleId: await anyStyle(caller) };
  const { id } = (await caller.post<{ id: string }>('/generations', body)).body;
  return { caller, id };
}

/** Attempts at the job of the run, and how far from the database's clock it stands, in seconds. */
async function jobOf(product: Product, runId: string) {
  const [job] = await product.em().execute<{ attempt: number; lease: number | null; ended: number | null }[]>(
    `select attempt, extract(epoch from leased_until - now())::float as lease, extract(epoch from now() - finished_at)::float as ended
     from job where topic = 'generations.generation_requested' and payload->>'generationId' = ?`,
    [runId],
  );
  return job!;
}

test.each([2, -2])('a worker whose clock is off by %d hours, and jumps, takes nobody’s work', async (hours) => {
  const { id } = await runOf(held);
  const run = await runs.of(id);
  const other = await workerThatIsOff(held, hours);
  await pause(TAKEN_BY_THEN_MS);
  process.kill(other.pid, 'SIGUSR2');
  await pause(TAKEN_BY_THEN_MS);
  expect((await jobOf(held, id)).attempt).toBe(1);
  run.end('fails');
  await until('the run to end', async () => ((await jobOf(held, id)).ended === null ? null : true));
  expect((await jobOf(held, id)).attempt).toBe(1);
});

test.each([2, -2])('nor does what it writes itself stand %d hours away, and it says that it is off', async (hours) => {
  const { caller, id } = await runOf(free);
  const worker = await workerThatIsOff(free, hours);
  await until('the run to end', async () =>
    (await caller.get<{ status: string }>(`/generations/${id}`)).body.status === 'failed' ? true : null,
  );
  const { ended } = await until('the job to end', async () => {
    const job = await jobOf(free, id);
    return job.ended === null ? null : job;
  });
  expect(Math.abs(ended!)).toBeLessThan(60);
  const [latest] = await free.em().execute<{ off: number }[]>(
    `select max(abs(extract(epoch from now() - at)))::float as off from (
       select created_at as at from credit_ledger union all select created_at from job union all select run_after from job
     ) as written`,
  );
  expect(latest!.off).toBeLessThan(15 * 60);
  await until('the log', () => (worker.output.includes("this machine's clock is off") ? true : null));
  expect(worker.output.match(/clock is off/g)).toHaveLength(1);
});
