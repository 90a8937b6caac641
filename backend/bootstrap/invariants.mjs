import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireNode } from './node-version.mjs';
import { ensureBuilt } from './build.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { runProgram, stopOnSignals } from './run.mjs';
import { createSteps } from './steps.mjs';
import { root } from './workspace.mjs';

/** Of the installation that runs on this machine, unless the environment says which one. */
function environment() {
  if (process.env.DATABASE_URL) return process.env;
  const file = join(resolve(process.env.DATA_DIR || join(root, '.data')), 'environment.json');
  if (!existsSync(file))
    throw new Error(
      `Bildnis läuft nicht (es fehlt ${file}). Starten Sie es zuerst mit npm start, oder setzen Sie DATABASE_URL und die übrigen Einstellungen.`,
    );
  return { ...process.env, ...JSON.parse(readFileSync(file, 'utf8')) };
}

requireNode();
stopOnSignals(130);
try {
  const env = environment();
  const steps = createSteps();
  await ensureInstalled(steps);
  await ensureBuilt(steps, ['backend']);
  const { code } = await runProgram(process.execPath, [join(root, 'backend', 'dist', 'check-invariants.js')], {
    cwd: root,
    env,
    show: true,
  });
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`Die Prüfung lief nicht: ${explain(error)}\n`);
  process.exitCode = 1;
}
