import { requireNode } from './node-version.mjs';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { stopOnSignals } from './run.mjs';
import { createSteps } from './steps.mjs';

requireNode();
stopOnSignals(130);
try {
  const steps = createSteps();
  await ensureInstalled(steps);
  await ensureBuilt(steps, ['backend', 'sdk']); // the contract comes from the built backend, the app's types from the built SDK
  const results = await runChecks(steps);
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
} catch (error) {
  process.stderr.write(`Die Prüfung lief nicht: ${explain(error)}\n`);
  process.exitCode = 1;
}
