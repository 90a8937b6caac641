import { resolveTxt } from 'node:dns/promises';
import { withDeadline } from '../../platform/outages/index.js';
import { checkBackups } from './check-backups.js';
import { checkDatabase } from './check-database.js';
import { checkEmail } from './check-email.js';
import { checkEngine } from './check-engine.js';
import { checkGoogle } from './check-google.js';
import { checkOrigin } from './check-origin.js';
import { checkPush } from './check-push.js';
import { checkRedis } from './check-redis.js';
import { checkStorage } from './check-storage.js';
import { checkStripe } from './check-stripe.js';
import { todo, wordsOf, type CheckName, type Finding, type Found, type Installation } from './finding.js';

const LONGEST_MS = 30_000;

export type RunnableCheck = Exclude<CheckName, 'configuration'>;

const RUN: Record<RunnableCheck, (installation: Installation) => Promise<Found[]>> = {
  database: checkDatabase,
  redis: checkRedis,
  storage: checkStorage,
  email: checkEmail,
  stripe: checkStripe,
  google: checkGoogle,
  engine: checkEngine,
  push: checkPush,
  backups: checkBackups,
  origin: checkOrigin,
};

const NOT_REACHED = 'Nicht erreichbar';

/**
 * Looks at every part of an installation, each at the same time and for half a minute at most.
 * @param names which; all unless told
 */
export async function runChecks(
  installation: Installation,
  names: readonly RunnableCheck[] = Object.keys(RUN) as RunnableCheck[],
): Promise<Finding[]> {
  const found = await Promise.all(
    names.map(async (check) => {
      const results = await withDeadline(RUN[check](installation), LONGEST_MS).catch((error: unknown) => [
        todo(`${NOT_REACHED}: ${wordsOf(error)}`),
      ]);
      return results.map((result): Finding => ({ check, ...result }));
    }),
  );
  return found.flat();
}

/** What an installation is looked at with, unless the operator says more. */
export const DEFAULTS: Pick<Installation, 'lookUpTexts' | 'dkimSelector' | 'emailTo' | 'wantsPush' | 'isFromWithin'> = {
  lookUpTexts: resolveTxt,
  dkimSelector: null,
  emailTo: null,
  wantsPush: false,
  isFromWithin: false,
};
