import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { requireNode } from './node-version.mjs';
import { ensureBuilt } from './build.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { createSteps } from './steps.mjs';
import { root } from './workspace.mjs';

/** Where the settings of an installation lie that is run from this folder, unless ENV_FILE says another. */
const file = process.env.ENV_FILE ?? join(root, 'docker', '.env');

requireNode();
try {
  if (existsSync(file)) loadEnvFile(file);
  else if (process.env.ENV_FILE) throw new Error(`${file} gibt es nicht`);
  const steps = createSteps();
  await ensureInstalled(steps);
  await ensureBuilt(steps, ['backend']);
  const program = join(root, 'backend', 'dist', 'check-installation.js');
  // The terminal is its own: it asks before it changes anything.
  const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  process.exitCode = code ?? 1;
} catch (error) {
  process.stderr.write(`Die Prüfung lief nicht: ${explain(error)}\n`);
  process.exitCode = 1;
}
