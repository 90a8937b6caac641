import { z } from 'zod';

export const ProveIdentityBody = z
  .strictObject({
    method: z.enum(['password', 'email_code', 'authenticator']),
    value: z
      .string()
      .min(1)
      .max(200)
      .describe('The password, the code of the mail, or the code of the authenticator app (or a recovery code).'),
  })
  .meta({ id: 'ProveIdentityBody' });
export const ProofMethods = z
  .object({
    methods: z.array(z.enum(['password', 'email_code', 'authenticator', 'passkey', 'google'])),
    provenUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ProofMethods' });
