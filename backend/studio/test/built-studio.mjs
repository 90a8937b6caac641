import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../bootstrap/build.mjs';
import { createSteps } from '../../bootstrap/steps.mjs';

/**
 * Threads and child processes run the built engine: it is built once, before any of these tests, where its sources have changed. What takes
 * long is made once in a folder of the run, see once-in-a-run.ts.
 */
export async function setup(project) {
  await ensureBuilt(createSteps(), ['studio']);
  const madeDir = mkdtempSync(join(tmpdir(), 'bildnis-studio-'));
  project.provide('madeDir', madeDir);
  return () => rmSync(madeDir, { recursive: true, force: true });
}
