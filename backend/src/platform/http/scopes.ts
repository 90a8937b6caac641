/** What an API key may be allowed to do. A route without a scope is closed to keys. */
export const SCOPES = [
  'account:read',
  'profiles:read',
  'profiles:write',
  'generations:read',
  'generations:write',
  'webhooks:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Every key starts like this, so that leaked ones are recognised (and never mistaken for a session). */
export const API_KEY_PREFIX = 'bk_';
