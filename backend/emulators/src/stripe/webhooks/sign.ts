import { createHmac } from 'node:crypto';

/** The `stripe-signature` header over a payload; `at` in Unix seconds of real time, since the receiver compares it with its own clock. */
export function signatureHeader(payload: string, secret: string, at: number): string {
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${signature}`;
}
