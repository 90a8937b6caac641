import { ConfigurationError, readConfig, type Config, type Mode } from '../../config/index.js';
import type { RunnableCheck } from './run-checks.js';

type Env = Record<string, string | undefined>;

/** Stands where something is missing, so that the rest can be looked at. */
const FILLERS: Record<string, string> = {
  DATABASE_URL: 'postgresql://missing',
  REDIS_URL: 'redis://missing',
  SMTP_URL: 'smtp://missing',
  STRIPE_SECRET_KEY: 'missing',
  STRIPE_WEBHOOK_SECRET: 'missing',
  MEDIA_SECRET: 'missing'.repeat(5),
};
/** What a check cannot do without. */
const NEEDS: [check: RunnableCheck, name: string][] = [
  ['database', 'DATABASE_URL'],
  ['redis', 'REDIS_URL'],
  ['email', 'SMTP_URL'],
  ['stripe', 'STRIPE_SECRET_KEY'],
  ['stripe', 'PUBLIC_ORIGIN'],
  ['origin', 'PUBLIC_ORIGIN'],
];
/** Each round takes away what keeps the rest from being read. */
const ROUNDS = 8;

export interface ReadInstallation {
  mode: Mode;
  /** What keeps it from starting. */
  problems: string[];
  /** Null where nothing of it can be looked at. */
  config: Config | null;
  /** Checks of parts that are not named, or wrongly. */
  left: RunnableCheck[];
  /** Whether what is said of Stripe and of us can be relied on: nothing is made there by a setting that is wrong. */
  isStripeSure: boolean;
}

/** Nothing is made at Stripe while one of these is wrong. The secret of a webhook may only be had by making it. */
const STRIPE_RESTS_ON = /\b(?:STRIPE_SECRET_KEY|STRIPE_API_URL|STRIPE_TAX|PUBLIC_ORIGIN|OPERATOR_VAT|VAT_RATES)\b/;

/** Reads an environment as far as it goes: an installation is looked at while it is being set up. */
export function readInstallation(env: Env): ReadInstallation {
  const mode = (env['MODE'] || 'production') as Mode;
  try {
    return { mode, problems: [], config: readConfig(env), left: [], isStripeSure: true };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { config, kept } = readLeniently({ ...env, MODE: 'test' });
    return {
      mode,
      problems: error.problems,
      config,
      left: [
        ...NEEDS.flatMap(([check, name]) => (kept[name] ? [] : [check])),
        ...(kept['STORAGE_DIR'] === MISSING_FOLDER ? (['storage'] as const) : []),
      ],
      isStripeSure: !error.problems.some((problem) => STRIPE_RESTS_ON.test(problem)),
    };
  }
}

const MISSING_FOLDER = '.data/missing';

/** @returns what can be read, and the variables it was read from */
function readLeniently(given: Env): { config: Config | null; kept: Env } {
  const kept = { ...given };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!kept['STORAGE_DIR'] && !kept['S3_ENDPOINT']) kept['STORAGE_DIR'] = MISSING_FOLDER;
    const filled = { ...kept, ...Object.fromEntries(Object.entries(FILLERS).filter(([name]) => !kept[name])) };
    try {
      return { config: readConfig(filled), kept };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const named = error.problems.join(' ').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\bPORT\b/g) ?? [];
      // Of a group all go: half a bucket is none.
      for (const name of named.flatMap((each) => (each.startsWith('S3_') ? S3_NAMES : [each]))) delete kept[name];
    }
  }
  return { config: null, kept };
}

const S3_NAMES = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_REGION',
  'S3_PUBLIC_ENDPOINT',
];
