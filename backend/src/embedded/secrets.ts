import { createECDH, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readKeptFile, replaceFile } from './kept-file.js';

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

const Known = z
  .object({
    stripeSecretKey: z.string(),
    stripeWebhookSecret: z.string(),
    mediaSecret: z.string(),
    googleClientSecret: z.string(),
    replicateToken: z.string(),
    replicateWebhookSecret: z.string(),
    vapid: z.object({ publicKey: z.string(), privateKey: z.string() }),
  })
  .partial();
const WITHOUT =
  'Ohne sie gelten versandte Links, Codes aus Authenticator-Apps und die Geheimnisse von Webhooks nicht mehr, und Browser müssen Mitteilungen neu erlauben.';

/** Reads the secrets of a file only its owner may read; makes what is missing. @throws StartError for a damaged file */
export function keepSecrets(file: string): Secrets {
  const known = readKeptFile(file, Known, WITHOUT) ?? {};
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
