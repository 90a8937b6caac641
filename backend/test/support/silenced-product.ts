import { until } from './until.js';
import type { Caller } from './caller.js';
import { anyStyle, customer, grantCredits, profileMarkedReady } from './customers.js';
import { startProduct, type Product } from './product.js';
import { killProductProcesses, startWorkerProcess, type ProductProcess } from './product-processes.js';
import { SilentLine } from './silent-line.js';

/** Everything works again so long after a fault has ended, in milliseconds. */
export const HEALED_MS = 15_000;
/** What a busy machine may add to an answer that comes within a second or two, in milliseconds. */
export const BUSY_MS = 3_000;

/** A product whose lines to Redis and PostgreSQL can fall silent, with a worker in a process of its own. */
export interface SilencedProduct {
  product: Product;
  worker: ProductProcess;
  caller: Caller;
  redis: SilentLine;
  postgres: SilentLine;
  /** Asks for a run, again and again while it cannot be taken. There is no model: it ends as failed, and gives its credits back. */
  runEnds(): Promise<void>;
  mend(): void;
  stop(): Promise<void>;
}

export async function startSilencedProduct(): Promise<SilencedProduct> {
  const lines = new Map<string, SilentLine>();
  const product = await startProduct({
    worker: false,
    env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true', JOB_REDISPATCH_MS: '1000' },
    through: async (url) => {
      const { line, url: led } = await SilentLine.to(url);
      lines.set(new URL(url).protocol, line);
      return led;
    },
  });
  const worker = await startWorkerProcess(product, { LOG_LEVEL: 'warn' });
  const caller = await customer(product);
  await grantCredits(product, caller, 100);
  const body = { profileId: await profileMarkedReady(product, caller), styleId: await anyStyle(caller) };
  const all = [...lines.values()];
  return {
    product,
    worker,
    caller,
    redis: lines.get('redis:')!,
    postgres: lines.get('postgresql:')!,
    runEnds: async () => {
      const key = crypto.randomUUID();
      const { id } = await until('the run to be taken', async () => {
        const answer = await caller.post<{ id: string }>('/generations', body, key);
        if (answer.status === 202) return answer.body;
        if (answer.status === 503) return null;
        throw new Error(`asking for a run answered ${answer.status}`);
      });
      await until('the run to end', async () => {
        const { body: run } = await caller.get<{ status: string }>(`/generations/${id}`);
        return run.status === 'failed' ? true : null;
      });
      await until('the credits', async () =>
        (await caller.get<{ credits: number }>('/me')).body.credits === 100 ? true : null,
      );
    },
    mend: () => all.forEach((line) => line.mend()),
    stop: async () => {
      await killProductProcesses();
      await product.stop();
      await Promise.all(all.map((line) => line.stop()));
    },
  };
}
