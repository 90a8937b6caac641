import { explain } from '../bootstrap/explain.mjs';
import { entries } from './embedded/entries.js';
import { readSettings } from './embedded/settings.js';
import { emulators } from './embedded/compose-emulators.js';
import { Supervisor } from './embedded/supervisor.js';

/**
 * Runs everything on this machine: what the environment does not name is started here.
 * @param env the environment; README.md names the variables that replace embedded parts
 */
export async function start(env: NodeJS.ProcessEnv): Promise<Supervisor> {
  const supervisor = new Supervisor(readSettings(env), emulators, entries);
  await supervisor.run();
  return supervisor;
}

if (import.meta.main) {
  await start(process.env).catch((error: unknown) => {
    process.stderr.write(`Bildnis startet nicht: ${explain(error)}\n`);
    process.exit(1);
  });
}
