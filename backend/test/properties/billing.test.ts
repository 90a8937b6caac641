import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sequence, STEPS, type Step } from './acts.js';
import { play } from './play.js';

/** A few lives in a run of all tests; hundreds, and new ones, are for `npm run soak`. */
const RUNS = Number(process.env['BILDNIS_PROPERTY_RUNS'] ?? 5);
/** The same lives every time: what fails in a run of all tests fails for what was changed. */
const SEED = Number(process.env['BILDNIS_PROPERTY_SEED'] ?? 30_115_059);
/** So many sequences share one product. */
const TOGETHER = 20;
/** For finding the smallest sequence that fails. */
const SHRINK_MS = 120_000;

const batches = Math.ceil(RUNS / TOGETHER);
/** Every other person leaves it to the night to find what was missed. */
const isByNight = (index: number): boolean => index % 2 === 1;

test(
  `${RUNS} sequences of ${STEPS} acts: money and credits add up`,
  async () => {
    process.stdout.write(`\nproperty tests: ${RUNS} sequences, seed ${SEED}\n`);
    const property = fc.asyncProperty(sequence, async (steps) => void steps);
    const sequences = fc.sample<[(Step | null)[]]>(property, { seed: SEED, numRuns: RUNS }).map(([steps]) => steps);
    for (let batch = 0; batch < batches; batch += 1) {
      const from = batch * TOGETHER;
      const results = await play(sequences.slice(from, from + TOGETHER), (position) => isByNight(from + position));
      const failed = results.findIndex((faults) => faults.length > 0);
      if (failed >= 0) expect.fail(await explain(from + failed, results));
    }
  },
  RUNS * 10_000 + SHRINK_MS * 2,
);

/** What went wrong, and the smallest sequence that goes wrong alone. */
async function explain(index: number, results: string[][]): Promise<string> {
  const all = results
    .flatMap((faults, position) =>
      faults.map((fault) => `  sequence ${index - (index % TOGETHER) + position}: ${fault}`),
    )
    .slice(0, 20);
  const alone = fc.asyncProperty(sequence, async (steps) => {
    const [faults] = await play([steps], () => isByNight(index));
    if (faults!.length > 0) throw new Error(faults!.join('\n'));
  });
  const found = await fc.check(alone, {
    seed: SEED,
    path: String(index),
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_MS,
  });
  const smallest = found.counterexample?.[0].filter((step) => step !== null).map((step) => `  ${JSON.stringify(step)}`);
  return [
    `seed ${SEED}, replay with: npm run soak -- --runs ${index + 1} --seed ${SEED}`,
    ...all,
    smallest
      ? `smallest sequence that fails alone (sequence ${index}):\n${smallest.join('\n')}\n${String(found.errorInstance)}`
      : `sequence ${index} goes well alone: it fails among others only`,
  ].join('\n');
}
