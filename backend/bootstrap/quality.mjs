import { join } from 'node:path';
import { requireNode } from './node-version.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { runProgram, stopOnSignals } from './run.mjs';
import { createSteps } from './steps.mjs';
import { root, tool } from './workspace.mjs';

requireNode();
stopOnSignals(130);
try {
  await ensureInstalled(createSteps());
  const folder = 'backend/studio';
  const { code } = await runProgram(tool(folder, 'vitest'), ['run', '--project=quality', ...process.argv.slice(2)], {
    cwd: join(root, folder),
    show: true,
  });
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`Die Bilder wurden nicht geprüft: ${explain(error)}\n`);
  process.exitCode = 1;
}
