import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSigningKey = (): Buffer => randomBytes(SECRET_BYTES);

/** A key as its owner sees it. */
export const secretOf = (key: Uint8Array): string => PREFIX + Buffer.from(key).toString('base64');

export interface SignedHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** The headers of a message (standardwebhooks.com): one signature for each key that holds. */
export function sign(message: { id: string; body: string }, keys: readonly Uint8Array[], now: Date): SignedHeaders {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`,
  );
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
