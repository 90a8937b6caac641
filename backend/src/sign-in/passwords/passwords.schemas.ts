import { z } from 'zod';
import { Email } from '../../identity/index.js';
import { LinkToken, Password } from '../login/sign-in.schemas.js';

export const RequestPasswordResetBody = z.strictObject({ email: Email }).meta({ id: 'RequestPasswordResetBody' });
export const CheckPasswordResetBody = z.strictObject({ token: LinkToken }).meta({ id: 'CheckPasswordResetBody' });
export const PasswordResetLink = z
  .object({
    accepted: z.literal(true),
    apiKeys: z.int().describe('How many API keys the account has, which the reset revokes unless told otherwise.'),
  })
  .meta({ id: 'PasswordResetLink' });
export const ResetPasswordBody = z
  .strictObject({
    token: LinkToken,
    newPassword: Password,
    revokeApiKeys: z.boolean().default(true).describe('Whether the API keys of the account end as well.'),
  })
  .meta({ id: 'ResetPasswordBody' });
export const ChangePasswordBody = z
  .strictObject({
    currentPassword: Password.optional().describe('Needed unless the account has no password yet.'),
    newPassword: Password,
  })
  .meta({ id: 'ChangePasswordBody' });
