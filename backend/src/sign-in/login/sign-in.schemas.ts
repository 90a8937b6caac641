import { z } from 'zod';
import { facts } from '../../facts/index.js';
import { displayText } from '../../platform/http/index.js';
import { Email, Me } from '../../identity/index.js';
import { OwnPath } from './own-path.js';
import { REGISTRATION_STATUSES } from './registrations.service.js';

export const Password = z.string().min(1).max(200);
export const SessionKind = z
  .enum(['cookie', 'token'])
  .default('cookie')
  .describe('`cookie` for browsers, `token` for programs.');
export type SessionKind = z.infer<typeof SessionKind>;
export const LinkToken = z.string().min(1).max(200);

export const RegisterBody = z
  .strictObject({
    email: Email,
    password: Password,
    displayName: displayText(facts.account.displayNameMax),
    acceptTerms: z.literal(true),
    redirect: OwnPath.optional().describe(
      'A path of the app to go to after the address is confirmed, in whatever browser.',
    ),
  })
  .meta({ id: 'RegisterBody' });

export const LoginBody = z
  .strictObject({
    email: Email,
    password: Password,
    secondFactor: z
      .string()
      .trim()
      .min(6)
      .max(20)
      .optional()
      .describe('The code of the authenticator app, or a recovery code; asked for with `second_factor_required`.'),
    session: SessionKind,
  })
  .meta({ id: 'LoginBody' });
export const ConfirmEmailBody = z
  .strictObject({
    token: LinkToken,
    password: Password.optional().describe(
      'The password given at the registration. Needed unless the request comes from the browser that registered; `password_required` asks for it.',
    ),
    newPassword: Password.optional().describe(
      'Replaces the password given at the registration, for somebody who does not know it. Needs `displayName` and `acceptTerms`.',
    ),
    displayName: displayText(facts.account.displayNameMax).optional(),
    acceptTerms: z.literal(true).optional(),
    session: SessionKind,
  })
  .meta({ id: 'ConfirmEmailBody' });
export const ResendConfirmationBody = z.strictObject({ email: Email }).meta({ id: 'ResendConfirmationBody' });

export const RegisterResult = z
  .object({ email: z.string(), confirmationRequired: z.literal(true) })
  .meta({ id: 'RegisterResult' });
export const RegistrationState = z
  .object({
    status: z
      .enum(REGISTRATION_STATUSES)
      .describe(
        '`ended` once the address has been confirmed, in whatever browser; `none` where no registration of this browser is remembered.',
      ),
  })
  .meta({ id: 'RegistrationState' });
export const SignedIn = z
  .object({ user: Me, token: z.string().nullable().describe('Set when `session` was `token`.') })
  .meta({ id: 'SignedIn' });
export const ConfirmedEmail = SignedIn.extend({
  redirect: z.string().nullable().describe('The path that was asked for at the registration.'),
}).meta({ id: 'ConfirmedEmail' });
export const Accepted = z.object({ accepted: z.literal(true) }).meta({ id: 'Accepted' });
