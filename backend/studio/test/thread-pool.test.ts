import { afterEach, describe, expect, it } from 'vitest';
import { JobFailed, ThreadLost, ThreadPool } from '../node/processes/thread-pool.js';

/** A thread that does what each task says. */
const THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task.crash) throw new Error('boom');
    if (task.exit) process.exit(3);
    if (task.spin) for (;;);
    if (task.fail) return parentPort.postMessage({ type: 'failed', name: 'Odd', message: 'odd number', facts: { n: task.fail } });
    setTimeout(() => parentPort.postMessage({ type: 'done', result: { thread: threadId, echo: task.echo } }), task.wait ?? 0);
  });`)}`,
);

const pools: ThreadPool[] = [];
function poolOf(threads: number, part: Partial<ConstructorParameters<typeof ThreadPool>[0]> = {}): ThreadPool {
  const pool = new ThreadPool({ entry: THREAD, threads, jobsPerThread: 200, idleMs: 60_000, ...part });
  pools.push(pool);
  return pool;
}
afterEach(() => Promise.all(pools.splice(0).map((p) => p.close())));

const run = (pool: ThreadPool, task: object, part: object = {}) =>
  pool.run<{ thread: number; echo: unknown }>({ task, timeLimitMs: 20_000, ...part });

describe('the thread pool', () => {
  it('runs no more jobs at once than it has threads, and all of them', async () => {
    const pool = poolOf(2);
    const results = await Promise.all(Array.from({ length: 9 }, (_, i) => run(pool, { echo: i, wait: 15 })));
    expect(results.map((r) => r.echo)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(results.map((r) => r.thread)).size).toBe(2);
    expect(pool.size).toBe(2);
  });

  it('hands on failures and goes on after crashes, exits and endless loops', async () => {
    const pool = poolOf(1);
    await expect(run(pool, { fail: 5 })).rejects.toMatchObject({
      name: 'JobFailed',
      cause: 'Odd',
      message: 'odd number',
      facts: { n: 5 },
    });
    await expect(run(pool, { fail: 5 })).rejects.toThrow(JobFailed);
    await expect(run(pool, { crash: true })).rejects.toThrow(/boom/);
    await expect(run(pool, { exit: true })).rejects.toThrow(ThreadLost);
    await expect(run(pool, { spin: true }, { timeLimitMs: 300 })).rejects.toThrow(/no result within 300 ms/);
    expect((await run(pool, { echo: 'alive' })).echo).toBe('alive');
  });

  it('replaces a thread after its share of jobs and frees idle ones', async () => {
    const pool = poolOf(1, { jobsPerThread: 2, idleMs: 80 });
    const threads: number[] = [];
    for (let i = 0; i < 4; i++) threads.push((await run(pool, {})).thread);
    expect([threads[0] === threads[1], threads[1] === threads[2], threads[2] === threads[3]]).toEqual([
      true,
      false,
      true,
    ]);
    await run(pool, {});
    await expect.poll(() => pool.size, { timeout: 5000 }).toBe(0);
    expect((await run(pool, { echo: 1 })).echo).toBe(1);
  });

  it('drops waiting and running jobs when they are cancelled', async () => {
    const pool = poolOf(1);
    const cancel = new AbortController();
    const running = run(pool, { wait: 60_000 }, { signal: cancel.signal });
    const waiting = run(pool, { echo: 1 }, { signal: cancel.signal });
    const next = run(pool, { echo: 2 });
    cancel.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await expect(waiting).rejects.toThrow('enough');
    expect((await next).echo).toBe(2);
  });

  it('rejects everything when it closes', async () => {
    const pool = poolOf(1);
    const jobs = [run(pool, { wait: 60_000 }), run(pool, {})].map((job) => expect(job).rejects.toThrow(ThreadLost));
    await pool.close();
    await Promise.all(jobs);
    await expect(run(pool, {})).rejects.toThrow('closed');
    expect(pool.size).toBe(0);
  });
});
