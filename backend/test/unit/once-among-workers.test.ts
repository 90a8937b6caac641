import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onceAmongWorkers } from '../support/once-among-workers.js';
import { until } from '../support/until.js';

let folder: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bildnis-once-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Longer than any test takes, and shorter than any wants to wait. */
const [PATIENT_MS, IMPATIENT_MS] = [600_000, 200];

interface Said {
  asks?: true;
  begun?: true;
  result?: string;
  failed?: string;
}

function startWorker(patienceMs = PATIENT_MS) {
  const program = fileURLToPath(new URL('../support/works-once.mjs', import.meta.url));
  const child = fork(program, [folder, String(patienceMs)], { execArgv: [] });
  started.push(child);
  const heard: Said[] = [];
  child.on('message', (said: Said) => heard.push(said));
  const says = <Word extends keyof Said>(word: Word): Promise<NonNullable<Said[Word]>> =>
    until(word, () => heard.find((said) => word in said)?.[word] ?? null);
  return {
    heard,
    says,
    kill: () => child.kill('SIGKILL'),
    find: (result: string | null) => child.send({ result }),
  };
}

test('of two workers one does the work, and the other one has its result', async () => {
  const first = startWorker();
  await first.says('begun');
  const second = startWorker();
  await second.says('asks');
  first.find('one');
  expect(await Promise.all([first.says('result'), second.says('result')])).toEqual(['one', 'one']);
  expect(second.heard).toEqual([{ asks: true }, { result: 'one' }]);
  expect(readdirSync(folder)).toEqual(['answer']);
});

test('where one is ended amid its turn, another one does it out of patience', async () => {
  const first = startWorker(IMPATIENT_MS);
  await first.says('begun');
  const second = startWorker(IMPATIENT_MS);
  await second.says('asks');
  first.kill();
  await second.says('begun');
  second.find('two');
  expect(await second.says('result')).toBe('two');
});

test('one that works gives signs of life, however long it takes', async () => {
  const worker = startWorker(IMPATIENT_MS);
  await worker.says('begun');
  const lastSign = () => statSync(join(folder, 'answer.turn')).mtimeMs;
  const begun = lastSign();
  await until('a sign of life', () => (lastSign() > begun ? true : null));
  worker.find('at last');
  expect(await worker.says('result')).toBe('at last');
});

test.each([
  ['a result that cannot be kept', 'unfit', { result: 'unfit' }],
  ['a failure', null, { failed: 'no luck' }],
])('after %s the next one tries it, too', async (_, found, said) => {
  const first = startWorker();
  await first.says('begun');
  const second = startWorker();
  await second.says('asks');
  first.find(found);
  await second.says('begun');
  second.find('fit');
  expect(await second.says('result')).toBe('fit');
  await until('the end of the first', () => (first.heard.length === 3 ? true : null));
  expect(first.heard[2]).toEqual(said);
});

test('within one worker all who ask meanwhile have the same result, kept or not, and try themselves after a failure', async () => {
  const shared = { folder, patienceMs: PATIENT_MS, isKept: (result: string) => result !== 'unfit' };
  const ask = (...findings: (string | null)[]) => {
    let calls = 0;
    const work = async () => {
      const found = findings[calls++] ?? null;
      await Promise.resolve();
      if (found === null) throw new Error('no luck');
      return found;
    };
    return {
      answers: () => Promise.allSettled([1, 2, 3].map(() => onceAmongWorkers('answer', work, shared))),
      calls: () => calls,
    };
  };
  const unfit = ask('unfit');
  expect(await unfit.answers()).toEqual(Array.from({ length: 3 }, () => ({ status: 'fulfilled', value: 'unfit' })));
  const failing = ask(null, 'fit');
  expect((await failing.answers()).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  const later = ask('never asked');
  expect(await later.answers()).toContainEqual({ status: 'fulfilled', value: 'fit' });
  expect([unfit.calls(), failing.calls(), later.calls()]).toEqual([1, 2, 0]);
});
