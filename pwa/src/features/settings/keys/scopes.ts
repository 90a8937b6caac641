import type { Schemas } from '~/lib/api';

export type Scope = Schemas['ApiKey']['scopes'][number];

/** The names of the scopes in the texts, where a colon means something else. */
export const SCOPE_TEXT = {
  'account:read': 'account_read',
  'profiles:read': 'profiles_read',
  'profiles:write': 'profiles_write',
  'generations:read': 'generations_read',
  'generations:write': 'generations_write',
  'webhooks:manage': 'webhooks_manage',
} as const satisfies Record<Scope, string>;

export const SCOPES = Object.keys(SCOPE_TEXT) as Scope[];
