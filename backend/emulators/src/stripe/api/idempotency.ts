import { createHash } from 'node:crypto';
import type { RememberedAnswer, State } from '../state/store.js';
import { StripeRefusal } from './refusal.js';

const lifetime = 86_400_000;

/** A POST with an Idempotency-Key. */
export interface KeyedRequest {
  key: string;
  fingerprint: string;
}

/** What makes two requests with one key the same: method, path, body. @throws StripeRefusal for a key longer than 255 */
export function keyedRequest(key: string, method: string, path: string, body: string): KeyedRequest {
  if (key.length > 255) {
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      null,
      'Idempotency keys must be at most 255 characters long.',
    );
  }
  return { key, fingerprint: createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex') };
}

/** The stored answer to this very request; null when the key is new. @throws StripeRefusal when the key was used for another request */
export function recall(state: State, request: KeyedRequest, realNow: number): RememberedAnswer | null {
  const stored = state.answers.get(request.key);
  if (!stored || stored.at < realNow - lifetime) return null;
  if (stored.fingerprint !== request.fingerprint) {
    throw new StripeRefusal(
      400,
      'idempotency_error',
      null,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`,
    );
  }
  return stored;
}

/** Keeps an answer for 24 hours. Only calls that were carried out are kept: a refused one may be corrected and sent again. */
export function remember(state: State, request: KeyedRequest, answer: Omit<RememberedAnswer, 'fingerprint'>): void {
  state.answers.delete(request.key);
  state.answers.set(request.key, { ...answer, fingerprint: request.fingerprint });
}
