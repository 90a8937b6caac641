import { z } from 'zod';
import { Email, LinkToken, Password } from '../sign-in/sign-in.schemas.js';

export const RequestPasswordResetBody = z.strictObject({ email: Email }).meta({ id: 'RequestPasswordResetBody' });
export const CheckPasswordResetBody = z.strictObject({ token: LinkToken }).meta({ id: 'CheckPasswordResetBody' });
export const ResetPasswordBody = z.strictObject({ token: LinkToken, newPassword: Password }).meta({ id: 'ResetPasswordBody' });
export const ChangePasswordBody = z
  .strictObject({ currentPassword: Password.optional().describe('Needed unless the account has no password yet.'), newPassword: Password })
  .meta({ id: 'ChangePasswordBody' });
