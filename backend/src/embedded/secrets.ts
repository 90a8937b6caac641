import { createECDH, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Secrets a data folder makes for itself on first use and keeps, so links and sessions outlive a restart. */
export interface Secrets {
  readonly stripeSecretKey: string;
  readonly stripeWebhookSecret: string;
  readonly mediaSecret: string;
  readonly googleClientSecret: string;
  readonly replicateToken: string;
  readonly replicateWebhookSecret: string;
  /** A pair: what a browser has subscribed with one key can only be reached with the other. */
  readonly vapid: { readonly publicKey: string; readonly privateKey: string };
}

const token = (bytes: number): string => randomBytes(bytes).toString('hex');

function vapidKeys(): Secrets['vapid'] {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // Whole: a number that begins with zeros is written without them.
  return {
    publicKey,
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  };
}

/** Reads the secrets of a file only its owner may read; makes what is missing. */
export function keepSecrets(file: string): Secrets {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets: Secrets = {
    stripeSecretKey: `sk_test_${token(24)}`,
    stripeWebhookSecret: `whsec_${token(24)}`,
    mediaSecret: token(32),
    googleClientSecret: token(24),
    replicateToken: `r8_${token(20)}`,
    replicateWebhookSecret: `whsec_${randomBytes(24).toString('base64')}`,
    vapid: vapidKeys(),
    ...known,
  };
  if (Object.keys(secrets).some((name) => !(name in known))) replaceFile(file, JSON.stringify(secrets, null, 2));
  return secrets;
}

/** Writes a private file in one move: a crash leaves the old content or the new, never half of it. */
export function replaceFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${content}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
