import { requireNode } from './node-version.mjs';
import { ensureBuilt } from './build.mjs';
import { fixStyle, runChecks } from './checks.mjs';
import { writeContract } from './contract.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { recordMigrations } from './migrations.mjs';
import { stopOnSignals } from './run.mjs';
import { createSteps } from './steps.mjs';

const usage =
  'Aufruf: npm run check, oder npm run check -- --fix (bringt Format, Stil und Vertrag in Ordnung, soweit das von selbst geht)';

requireNode();
stopOnSignals(130);
try {
  const [argument, ...others] = process.argv.slice(2);
  if (others.length > 0 || (argument !== undefined && argument !== '--fix')) throw new Error(usage);
  const steps = createSteps();
  await ensureInstalled(steps);
  await ensureBuilt(steps, ['backend', 'sdk']); // the contract comes from the built backend, the app's types from the built SDK
  if (argument === '--fix') {
    await steps.run('Vertrag und SDK-Typen', writeContract);
    await recordMigrations();
    await steps.run('Format und Stil', fixStyle);
    await ensureBuilt(steps, ['backend', 'sdk']);
  }
  const results = await runChecks(steps);
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
} catch (error) {
  process.stderr.write(`Die Prüfung lief nicht: ${explain(error)}\n`);
  process.exitCode = 1;
}
