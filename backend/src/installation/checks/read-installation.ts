import { ConfigurationError, readConfig, type Config, type Mode } from '../../config/index.js';
import type { RunnableCheck } from './run-checks.js';

type Env = Record<string, string | undefined>;

/** Stands where something is missing, so that the rest can be looked at; the checks that need it are left out. */
const FILLERS: [name: string, filler: string, needs: readonly RunnableCheck[]][] = [
  ['DATABASE_URL', 'postgresql://missing', ['database']],
  ['REDIS_URL', 'redis://missing', ['redis']],
  ['SMTP_URL', 'smtp://missing', ['email']],
  ['STRIPE_SECRET_KEY', 'missing', ['stripe']],
  // Of a webhook that may only be made now.
  ['STRIPE_WEBHOOK_SECRET', 'missing', []],
  ['MEDIA_SECRET', 'missing'.repeat(5), []],
];

export interface ReadInstallation {
  mode: Mode;
  /** What keeps it from starting. */
  problems: string[];
  /** Null where nothing of it can be looked at. */
  config: Config | null;
  /** Checks of parts that are not named at all. */
  left: RunnableCheck[];
}

/** Reads an environment as far as it goes: an installation is looked at while it is being set up. */
export function readInstallation(env: Env): ReadInstallation {
  const mode = (env['MODE'] || 'production') as Mode;
  try {
    return { mode, problems: [], config: readConfig(env), left: [] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const missing = FILLERS.filter(([name]) => !env[name]);
    const filled = { ...env, ...Object.fromEntries(missing.map(([name, filler]) => [name, filler])) };
    const hasStorage = Boolean(env['STORAGE_DIR'] ?? env['S3_ENDPOINT']);
    const lenient = { ...filled, ...(hasStorage ? {} : { STORAGE_DIR: '.data/missing' }), MODE: 'test' };
    return {
      mode,
      problems: error.problems,
      config: readOrNull(lenient),
      left: [...missing.flatMap(([, , needs]) => needs), ...(hasStorage ? [] : (['storage'] as const))],
    };
  }
}

function readOrNull(env: Env): Config | null {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}
