import { ageRule } from '../platform/retention/index.js';

/** What sign-in sent or began. */
export const SIGN_IN_RULES = [
  ageRule({ name: 'email_tokens', table: 'email_token', since: 't.expires_at', kept: 'P1D' }),
  ageRule({ name: 'registrations', table: 'registration', since: 't.expires_at', kept: 'PT0S' }),
  ageRule({ name: 'email_codes', table: 'email_code', since: 't.expires_at', kept: 'P1D' }),
  ageRule({ name: 'challenges', table: 'auth_challenge', since: 't.expires_at', kept: 'P1D' }),
] as const;

/** For conditions about a row, in SQL: whether its user signs in with Google. */
export const signsInWithGoogle = (user: string): string =>
  `exists (select 1 from google_identity x where x.user_id = ${user})`;
