import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  defineTopic,
  JobRunner,
  Outbox,
  PermanentFailure,
  TryLater,
  type Lease,
} from '../../src/platform/queue/index.js';
import { markSuspects } from '../../src/platform/queue/suspects.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

type Work = (lease: Lease, attempt: number) => Promise<void>;
const works = new Map<string, Work>();
const givenUp: string[] = [];
const TestTopic = defineTopic({
  name: 'test.work',
  queue: 'upkeep',
  schema: z.object({ name: z.string() }),
  maxAttempts: 3,
});
const SharedTopic = defineTopic({
  name: 'test.shared',
  queue: 'generation',
  schema: z.object({ name: z.string() }),
  maxAttempts: 3,
});
const PatientTopic = defineTopic({
  name: 'test.patient',
  queue: 'training',
  schema: z.object({ name: z.string() }),
  maxAttempts: 3,
});
const FreeTopic = defineTopic({
  name: 'test.free',
  queue: 'previews',
  schema: z.object({ name: z.string() }),
  maxAttempts: 3,
});

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', JOB_LEASE_MS: '600', JOB_REDISPATCH_MS: '1500' } });
  for (const topic of [TestTopic, SharedTopic, PatientTopic, FreeTopic]) {
    product.worker!.get(JobRunner).register({
      topic,
      run: ({ name }, lease) => works.get(name)!(lease, lease.attempt),
      onFailed: async ({ name }) => {
        givenUp.push(name);
      },
    });
  }
});
afterAll(() => product.stop());

const add = (name: string, work: Work, options: { dedupeKey?: string; runAfter?: Date } = {}) => {
  works.set(name, work);
  return product.em().transactional((em) => product.api.get(Outbox).add(em, TestTopic, { name }, options));
};
const rowOf = async (id: string) =>
  (
    await product
      .em()
      .execute<{ attempt: number; outcome: string | null; finished_at: Date | null; last_error: string | null }[]>(
        'select * from job where id = ?',
        [id],
      )
  )[0]!;
const finished = (id: string) =>
  until('the job to end', async () => ((await rowOf(id)).finished_at ? rowOf(id) : null));

describe('jobs', () => {
  test('work that fails is tried again, and ends when it succeeds', async () => {
    const id = await add('second time lucky', async (_lease, attempt) => {
      if (attempt < 2) throw new Error('not yet');
    });
    expect(await finished(id!)).toMatchObject({ attempt: 2, outcome: 'done' });
  });

  test('after the last attempt it is given up, once', async () => {
    const id = await add('hopeless', () => Promise.reject(new Error('never')));
    expect(await finished(id!)).toMatchObject({ attempt: 3, outcome: 'failed', last_error: 'never' });
    expect(givenUp.filter((name) => name === 'hopeless')).toHaveLength(1);
  });

  test('who is told when to come back waits until then', async () => {
    const at: number[] = [];
    const id = await add('busy', async (_lease, attempt) => {
      at.push(Date.now());
      if (attempt < 2) throw new TryLater('busy', 900);
    });
    expect(await finished(id!)).toMatchObject({ attempt: 2, outcome: 'done' });
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(850);
  });

  test('what cannot help is not tried again', async () => {
    const id = await add('pointless', () => Promise.reject(new PermanentFailure('no use')));
    expect(await finished(id!)).toMatchObject({ attempt: 1, outcome: 'failed' });
  });

  test('a job whose process dies every time is given up in the end', async () => {
    let runs = 0;
    const id = await add(
      'deadly',
      async () => {
        runs += 1;
      },
      { runAfter: new Date(Date.now() + 3_600_000) },
    );
    await product.em().execute('update job set attempt = 6, run_after = now() where id = ?', [id]);
    expect(await finished(id!)).toMatchObject({ outcome: 'failed' });
    expect(runs).toBe(0);
    expect(givenUp).toContain('deadly');
  });

  test('a late result of an older attempt is discarded', async () => {
    const written: number[] = [];
    const id = await add('slow', async (lease, attempt) => {
      if (attempt === 1) {
        lease.release(); // as if this process hung: the lease runs out and somebody else takes over
        await until('the takeover', async () => ((await rowOf(lease.jobId)).finished_at ? true : null));
      }
      await product.em().transactional(async (em) => {
        await lease.finish(em);
        written.push(attempt);
      });
    });
    expect(await finished(id!)).toMatchObject({ attempt: 2, outcome: 'done' });
    await new Promise((resolve) => setTimeout(resolve, 300)); // time for the late one to try
    expect(written).toEqual([2]);
  });

  test('neighbours of a job whose process died are suspects, what was renewed after it is not', async () => {
    const [dead, other] = [randomUUID(), randomUUID()];
    const at = Date.now() + 3_600_000;
    const rows = [
      { worker: dead, leased: at },
      { worker: dead, leased: at + 150 },
      { worker: dead, leased: at + 1_000 },
      { worker: other, leased: at },
    ];
    const ids: string[] = [];
    for (const { worker, leased } of rows) {
      const id = await add('neighbour', async () => undefined, { runAfter: new Date(at) });
      await product
        .em()
        .execute('update job set worker = ?, leased_until = ? where id = ?', [worker, new Date(leased), id!]);
      ids.push(id!);
    }
    await product.em().transactional((em) => markSuspects(em, new Date(at + 200), 300));
    const marked = await product
      .em()
      .execute<{ id: string; is_suspect: boolean; max_attempts: number }[]>(
        'select id, is_suspect, max_attempts from job where id in (?)',
        [ids],
      );
    const found = ids.map((id) => marked.find((row) => row.id === id)!);
    expect(found.map((row) => row.is_suspect)).toEqual([true, true, false, false]);
    expect(found.map((row) => row.max_attempts)).toEqual([4, 4, 3, 3]);
    await product.em().execute('delete from job where id in (?)', [ids]);
  });

  longTest('a job of a newer version, for which there is no handler yet, waits and uses up no try', async () => {
    const NewTopic = defineTopic({ ...TestTopic, name: 'test.newer' });
    const id = await product
      .em()
      .transactional((em) => product.api.get(Outbox).add(em, NewTopic, { name: 'newer' }, {}));
    await until('the job to be taken from the queue twice', async () =>
      (await product.em().execute('select 1 from job where id = ? and dispatches >= 2', [id!])).length === 1
        ? true
        : null,
    );
    expect(await rowOf(id!)).toMatchObject({ attempt: 0, outcome: null });
    let done = false;
    product.worker!.get(JobRunner).register({
      topic: NewTopic,
      run: async () => {
        done = true;
      },
    });
    expect(await finished(id!)).toMatchObject({ attempt: 1, outcome: 'done' });
    expect(done).toBe(true);
  });

  test('one act makes one job, however often it is noted', async () => {
    const ids = await Promise.all(
      [1, 2, 3, 4, 5].map(() => add('once', async () => undefined, { dedupeKey: 'test:once' })),
    );
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
  });

  test('nothing is noted when the command fails', async () => {
    works.set('rolled back', async () => undefined);
    await expect(
      product.em().transactional(async (em) => {
        await product.api.get(Outbox).add(em, TestTopic, { name: 'rolled back' });
        throw new Error('command failed');
      }),
    ).rejects.toThrow('command failed');
    expect(await product.em().execute("select 1 from job where payload->>'name' = 'rolled back'")).toEqual([]);
    await expect(product.api.get(Outbox).add(product.em(), TestTopic, { name: 'no transaction' })).rejects.toThrow(
      /transaction/,
    );
  });
});

describe('a queue that customers share', () => {
  const order: string[] = [];
  const note = (name: string) => async () => {
    order.push(name);
    await new Promise((resolve) => setTimeout(resolve, 60));
  };
  const addAll = (jobs: { topic: typeof TestTopic; name: string; ownerId: string; runAfter?: Date }[]) =>
    product.em().transactional(async (em) => {
      for (const { topic, name, ...options } of jobs) {
        works.set(name, note(name));
        await product.api.get(Outbox).add(em, topic, { name }, options);
      }
    });
  const allDone = () =>
    until('the queue to be empty', async () =>
      (await product.em().execute("select 1 from job where finished_at is null and topic like 'test.%'")).length === 0
        ? true
        : null,
    );

  test('whoever asks for much holds up nobody, and has two at a time', async () => {
    order.length = 0;
    const [busy, other, third] = [randomUUID(), randomUUID(), randomUUID()];
    const begun = Date.now() - 1000;
    await addAll([
      ...Array.from({ length: 8 }, (_, index) => ({
        topic: SharedTopic,
        name: `busy ${index}`,
        ownerId: busy,
        runAfter: new Date(begun + index),
      })),
      { topic: SharedTopic, name: 'other', ownerId: other },
      { topic: SharedTopic, name: 'third', ownerId: third },
    ]);
    const most: number[] = [];
    const watch = setInterval(() => {
      void product
        .em()
        .execute<{ count: number }[]>(
          'select count(*)::int as count from job where owner_id = ? and finished_at is null and dispatched_at is not null',
          [busy],
        )
        .then(([row]) => most.push(row!.count));
    }, 20);
    await allDone();
    clearInterval(watch);
    expect(order).toHaveLength(10);
    expect(order.indexOf('other')).toBeLessThan(4);
    expect(order.indexOf('third')).toBeLessThan(4);
    expect(order.filter((name) => name.startsWith('busy'))).toEqual(
      Array.from({ length: 8 }, (_, index) => `busy ${index}`),
    );
    expect(Math.max(...most)).toBe(2);
  });

  test('trainings wait while there are runs, but not for ever', async () => {
    order.length = 0;
    const owners = [randomUUID(), randomUUID()];
    const runs = owners.flatMap((ownerId, owner) =>
      [0, 1].map((index) => ({ topic: SharedTopic, name: `run ${owner} ${index}`, ownerId })),
    );
    await addAll([{ topic: PatientTopic, name: 'training', ownerId: randomUUID() }, ...runs]);
    await allDone();
    expect(order.at(-1)).toBe('training');
    order.length = 0;
    await addAll([
      {
        topic: PatientTopic,
        name: 'training that has waited',
        ownerId: randomUUID(),
        runAfter: new Date(Date.now() - 61_000),
      },
      ...runs,
    ]);
    await allDone();
    expect(order.at(-1)).not.toBe('training that has waited');
  });

  test('what is free waits while paid work waits, however long, and not for what a worker is at', async () => {
    order.length = 0;
    const waited = { topic: FreeTopic, ownerId: randomUUID(), runAfter: new Date(Date.now() - 3_600_000) };
    const runs = [1, 2, 3, 4, 5, 6].map((run) => ({
      topic: SharedTopic,
      name: `paid ${run}`,
      ownerId: waited.ownerId,
    }));
    await addAll([
      { ...waited, name: 'free' },
      ...runs,
      { topic: PatientTopic, name: 'paid training', ownerId: randomUUID() },
    ]);
    await allDone();
    expect(order.indexOf('free')).toBeGreaterThan(order.indexOf('paid 5'));
    order.length = 0;
    const end = Promise.withResolvers<void>();
    await addAll([{ topic: SharedTopic, name: 'paid and long', ownerId: randomUUID() }]);
    works.set('paid and long', async () => {
      order.push('begun');
      await end.promise;
      order.push('ended');
    });
    await until('the run to be begun', () => (order.includes('begun') ? true : null));
    await addAll([{ ...waited, name: 'free meanwhile' }]);
    await until('the free work', () => (order.includes('free meanwhile') ? true : null)).finally(() => end.resolve());
    await allDone();
    expect(order).toEqual(['begun', 'free meanwhile', 'ended']);
  });
});
