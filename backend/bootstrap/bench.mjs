import { requireNode } from './node-version.mjs';
import { ensureBuilt } from './build.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { createSteps } from './steps.mjs';

requireNode();
try {
  const steps = createSteps();
  await ensureInstalled(steps);
  await ensureBuilt(steps, ['backend', 'sdk', 'pwa']);
  const { runBench } = await import('../bench/bench.mjs');
  await runBench(steps);
} catch (error) {
  process.stderr.write(`Die Messung lief nicht: ${explain(error)}\n`);
  process.exitCode = 1;
}
