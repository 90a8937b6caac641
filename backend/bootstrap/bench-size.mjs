import { requireNode } from './node-version.mjs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { runProgram, stopOnSignals } from './run.mjs';
import { createSteps } from './steps.mjs';
import { root, tool } from './workspace.mjs';

const usage = 'Aufruf: npm run bench:size -- --users 100000 (Kundinnen, jede mit 10 Generationen und 80 Portraits)';
/** What is measured: `routes`, or `throughput`, which needs few customers. */
const measured = process.argv[2] ?? '';

/** @throws {Error} for anything but a whole number from 1000 on */
function readSettings() {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { users: { type: 'string', default: '100000' } },
  });
  if (!/^[1-9]\d{3,6}$/.test(values.users)) throw new Error(usage);
  return { BILDNIS_SIZE_USERS: values.users };
}

requireNode();
stopOnSignals(130);
try {
  const settings = readSettings();
  await ensureInstalled(createSteps());
  const { code } = await runProgram(tool('backend', 'vitest'), ['run', '--project=size', `test/size/${measured}`], {
    cwd: join(root, 'backend'),
    env: { ...process.env, ...settings },
    show: true,
  });
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`Die Messung lief nicht: ${explain(error)}\n`);
  process.exitCode = 1;
}
