import { requireNode } from './node-version.mjs';
import { ensureBuilt } from './build.mjs';
import { writeContract } from './contract.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { recordMigrations } from './migrations.mjs';
import { stopOnSignals } from './run.mjs';
import { createSteps } from './steps.mjs';

requireNode();
stopOnSignals(130);
try {
  const steps = createSteps();
  await ensureInstalled(steps);
  await ensureBuilt(steps, ['backend']);
  await steps.run('Vertrag und SDK-Typen', writeContract);
  await recordMigrations();
  // Its library is a package that the line above may have installed.
  const { writeDashboard } = await import('../scripts/write-dashboard.mjs');
  writeDashboard();
  await ensureBuilt(steps, ['sdk']);
} catch (error) {
  process.stderr.write(`Der Vertrag liess sich nicht schreiben: ${explain(error)}\n`);
  process.exitCode = 1;
}
