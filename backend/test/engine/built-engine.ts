import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const backend = fileURLToPath(new URL('../../', import.meta.url));
const engine = 'integrations/portrait-engine';
const stamp = join(backend, 'dist', '.engine-tests-built');

/**
 * Threads and child processes run the built engine. Builds it when a source file is newer than the last build these tests made.
 * Errors elsewhere in the backend do not matter here; a missing or broken engine shows in the tests at once.
 */
export function ensureEngineBuilt(): void {
  const newest = newestChange(join(backend, 'src', engine));
  const entry = join(backend, 'dist', engine, 'studio/processes/render-thread.js');
  if (existsSync(entry) && existsSync(stamp) && statSync(stamp).mtimeMs > newest) return;
  const started = new Date();
  for (const step of [[join(backend, 'node_modules', 'ts7', 'bin', 'tsc'), '-p', 'tsconfig.build.json'], ['scripts/bundle.mjs']]) spawnSync(process.execPath, step, { cwd: backend, stdio: 'ignore' });
  if (!existsSync(entry)) throw new Error('the backend could not be built');
  writeFileSync(stamp, '');
  utimesSync(stamp, started, started);
}

function newestChange(folder: string): number {
  return Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}
