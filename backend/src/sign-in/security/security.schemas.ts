import { z } from 'zod';
import { PasskeyView } from '../passkeys/passkeys.schemas.js';

export const SecurityView = z
  .object({
    hasPassword: z.boolean(),
    google: z.object({ email: z.string(), linkedAt: z.iso.datetime() }).nullable(),
    passkeys: z.array(PasskeyView),
    authenticator: z.object({ enabledAt: z.iso.datetime(), recoveryCodesLeft: z.int() }).nullable(),
    secondFactor: z.boolean().describe('Whether this session was opened with a second factor.'),
  })
  .meta({ id: 'Security', description: 'The ways into the account.' });
