import { createHmac, hkdfSync } from 'node:crypto';

const LENGTH = 12;
const keys = new Map<string, Buffer>();

/**
 * What stands for a customer, or for an endpoint of one, in the logs: lines that belong together are found, and nobody without the server's
 * secret can tell whose they are, not even with a list of all ids.
 * @returns 12 characters
 */
export function ownerInLogs(secret: string, ownerId: string): string {
  let key = keys.get(secret);
  if (!key) keys.set(secret, (key = Buffer.from(hkdfSync('sha256', secret, '', 'customer in logs', 32))));
  return createHmac('sha256', key).update(ownerId).digest('base64url').slice(0, LENGTH);
}
