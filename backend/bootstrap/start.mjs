import { requireNode } from './node-version.mjs';
import * as modules from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { findHolder } from './exclusive.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { stopOnSignals } from './run.mjs';
import { createSteps } from './steps.mjs';
import { compiledFolder, dataFolder, requireSpace, root } from './workspace.mjs';

/** Data, logs and pictures of a session; PostgreSQL alone reserves about 40 MB for its journal. */
const roomInMegabytes = 300;

requireNode();
const handOver = stopOnSignals(0);
try {
  const steps = createSteps();
  const holder = await findHolder(dataFolder(), 'data');
  if (holder !== undefined) {
    throw new Error(
      `Auf ${dataFolder()} läuft Bildnis schon (Prozess ${holder.pid}${holder.url ? `, ${holder.url}` : ''}). Beenden Sie es zuerst, oder setzen Sie DATA_DIR auf einen anderen Ordner.`,
    );
  }
  requireSpace(dataFolder(), roomInMegabytes);
  steps.line('\nBildnis\n');
  await ensureInstalled(steps);
  await ensureBuilt(steps);
  // For this process and for those it starts.
  process.env.NODE_COMPILE_CACHE ||= compiledFolder;
  modules.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  const { start } = await import(pathToFileURL(join(root, 'backend', 'dist', 'embedded.js')).href);
  handOver();
  await start(process.env);
} catch (error) {
  process.stderr.write(`Bildnis startet nicht: ${explain(error)}\n`);
  process.exit(1);
}
