import { createHmac } from 'node:crypto';

/**
 * The three headers over a message. `secret` is `whsec_` with a base64 key behind it, `at` in Unix seconds of real time,
 * since the receiver compares it with its own clock.
 */
export function signatureHeaders(id: string, body: string, secret: string, at: number): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
}
