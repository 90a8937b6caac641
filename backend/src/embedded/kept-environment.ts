import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an installation of this kind is made of; the rest of a shell's environment is nobody's business. */
const OURS =
  /^(?:MODE|PUBLIC_ORIGIN|DATA_DIR|DATABASE_URL|REDIS_URL|SMTP_URL|MAILBOX_URL|STRIPE_|GOOGLE_|REPLICATE_|ENGINE|STORAGE_DIR|S3_|MEDIA_SECRET|VAPID_|LOG_LEVEL|PWA_DIR|SITE_DIR)/;

/** Leaves beside the data how to reach it while it runs, for commands that look at it (npm run invariants). Only its owner may read it. */
export function keepEnvironment(dataDir: string, env: NodeJS.ProcessEnv): void {
  writeFileSync(
    join(dataDir, 'environment.json'),
    JSON.stringify(Object.fromEntries(Object.entries(env).filter(([name]) => OURS.test(name))), null, 2),
    { mode: 0o600 },
  );
}
