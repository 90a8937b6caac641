import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

export const SECURITY_CHANGES = [
  'password_changed',
  'password_reset',
  'google_linked',
  'google_unlinked',
  'passkey_added',
  'passkey_removed',
  'authenticator_added',
  'authenticator_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'api_key_created',
  'guessed_at',
] as const;

export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** The ways into an account have changed, or somebody tries them; its owner is told. */
export const SecurityChanged = defineTopic({
  name: 'accounts.security_changed',
  queue: 'mail',
  schema: z.object({
    userId: z.uuid(),
    change: z.enum(SECURITY_CHANGES),
    what: z.string().nullable(),
    at: z.iso.datetime(),
    noticeId: z.uuid(),
  }),
  maxAttempts: 12,
});
