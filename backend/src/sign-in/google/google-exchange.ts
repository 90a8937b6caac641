import { z } from 'zod';
import { clearOwnCookie, setOwnCookie, type CookieResponse } from '../../platform/http/index.js';
import { CHALLENGE_LIFETIME_MS } from '../challenges/challenges.service.js';
import { GOOGLE_NEEDS } from './google.schemas.js';

/** What is kept on the server while the browser is at Google. */
export const GoogleExchange = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  purpose: z.enum(['sign_in', 'link', 'prove']),
  redirect: z.string().nullable(),
  acceptTerms: z.boolean(),
  /** Who began it; null for signing in. */
  userId: z.uuid().nullable(),
});
export type GoogleExchange = z.infer<typeof GoogleExchange>;

/** What is kept while something is still needed. Written by us from verified claims, never by the browser. */
export const GoogleTicket = z.object({
  identity: z.object({
    subject: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    authoritative: z.boolean(),
    name: z.string().nullable(),
  }),
  acceptTerms: z.boolean(),
  needs: z.array(z.enum(GOOGLE_NEEDS)),
});
export type GoogleTicket = z.infer<typeof GoogleTicket>;

/** The page Google sends the browser back to; it hands the answer on to `finishGoogle`. */
export function returnAddress(publicOrigin: string): string {
  return `${publicOrigin}/auth`;
}

/** Ties an exchange to the browser it was begun in: an answer brought by another one is worth nothing. */
export const GOOGLE_COOKIE = 'bildnis_google';

export function setGoogleCookie(response: CookieResponse, challengeId: string, publicOrigin: string): void {
  setOwnCookie(response, publicOrigin, { name: GOOGLE_COOKIE, value: challengeId, maxAgeMs: CHALLENGE_LIFETIME_MS });
}

export function clearGoogleCookie(response: CookieResponse, publicOrigin: string): void {
  clearOwnCookie(response, publicOrigin, GOOGLE_COOKIE);
}
