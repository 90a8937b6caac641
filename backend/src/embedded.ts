import { entries } from './embedded/entries.js';
import { readSettings } from './embedded/settings.js';
import { standIns } from './embedded/compose-stand-ins.js';
import { Supervisor } from './embedded/supervisor.js';

/**
 * Runs everything on this machine: what the environment does not name is started here.
 * @param env the environment; see docs/operations.md for the variables that replace embedded parts
 */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  await new Supervisor(readSettings(env), standIns, entries).run();
}

if (import.meta.main) await start(process.env);
