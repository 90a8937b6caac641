import { requireNode } from './node-version.mjs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { runProgram, stopOnSignals } from './run.mjs';
import { createSteps } from './steps.mjs';
import { root, tool } from './workspace.mjs';

const usage =
  'Aufruf: npm run soak -- --runs 500 --seed 42 (ohne --seed eine zufällige; BILDNIS_PROPERTY_SEED gilt auch)';

/** @throws {Error} for anything but whole numbers */
function readSettings() {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: process.env.BILDNIS_PROPERTY_RUNS || '500' },
      seed: { type: 'string', default: process.env.BILDNIS_PROPERTY_SEED || '' },
    },
  });
  if (!/^[1-9]\d{0,6}$/.test(values.runs) || !/^\d{0,10}$/.test(values.seed)) throw new Error(usage);
  return { BILDNIS_PROPERTY_RUNS: values.runs, BILDNIS_PROPERTY_SEED: values.seed || String(Date.now() % 2 ** 31) };
}

requireNode();
stopOnSignals(130);
try {
  const settings = readSettings();
  await ensureInstalled(createSteps());
  const { code } = await runProgram(tool('backend', 'vitest'), ['run', 'test/properties/', 'test/unit/upload-intake'], {
    cwd: join(root, 'backend'),
    env: { ...process.env, ...settings },
    show: true,
  });
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`Der Dauerlauf lief nicht: ${explain(error)}\n`);
  process.exitCode = 1;
}
