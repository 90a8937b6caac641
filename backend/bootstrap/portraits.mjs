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
} catch (error) {
  process.stderr.write(`Vorbereitung fehlgeschlagen: ${explain(error)}\n`);
  process.exit(1);
}
await import('../../sdk/cli/portraits.ts');
