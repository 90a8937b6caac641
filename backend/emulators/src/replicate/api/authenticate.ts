import { createHash, timingSafeEqual } from 'node:crypto';
import { ReplicateRefusal } from './refusal.js';

/** Refuses everybody without the account's token. The contract's examples show both schemes, Bearer and Token. */
export function authenticate(header: string | undefined, token: string): void {
  const [scheme = '', given = ''] = (header ?? '').split(' ');
  if (!/^(bearer|token)$/i.test(scheme) || !given) {
    throw new ReplicateRefusal(401, 'Unauthenticated', 'You did not pass an authentication token');
  }
  if (!timingSafeEqual(digest(given), digest(token))) {
    throw new ReplicateRefusal(401, 'Unauthenticated', 'You did not pass a valid authentication token');
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
