import { createHash } from 'node:crypto';

/** Tokens are long and random, so a plain digest is enough: there is nothing to guess. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
