import { z } from 'zod';

export const AuthenticatorSetup = z
  .object({
    setupId: z.uuid(),
    secret: z.string().describe('Base32, to type in by hand.'),
    uri: z.string().describe('`otpauth://…`, to show as a QR code.'),
  })
  .meta({ id: 'AuthenticatorSetup' });
export const ConfirmAuthenticatorBody = z
  .strictObject({
    setupId: z.uuid(),
    code: z
      .string()
      .trim()
      .regex(/^\d{3} ?\d{3}$/),
  })
  .meta({ id: 'ConfirmAuthenticatorBody' });
export const RecoveryCodes = z
  .object({ codes: z.array(z.string()).describe('Shown once; each works once.') })
  .meta({ id: 'RecoveryCodes' });
