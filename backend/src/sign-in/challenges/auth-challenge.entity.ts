import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const CHALLENGE_PURPOSES = [
  'google',
  'google_more_needed',
  'passkey_sign_in',
  'passkey_registration',
  'passkey_proof',
  'totp_setup',
] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** An exchange under way with a browser or an identity provider; used up once, forgotten soon. */
export const AuthChallengeSchema = defineEntity({
  name: 'AuthChallenge',
  tableName: 'auth_challenge',
  properties: {
    ...baseProperties,
    purpose: p.enum(CHALLENGE_PURPOSES),
    /** Null while nobody is known yet. */
    userId: p.uuid().nullable().index(),
    payload: p.json<Record<string, unknown>>(),
    expiresAt: p.datetime(3).index(),
  },
});
export class AuthChallenge extends AuthChallengeSchema.class {}
AuthChallengeSchema.setClass(AuthChallenge);
