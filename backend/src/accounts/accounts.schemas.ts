import { z } from 'zod';
import { facts } from '../facts/index.js';
import { displayText } from '../platform/http/index.js';

const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
const password = z.string().min(1).max(200);
const sessionKind = z.enum(['cookie', 'token']).default('cookie').describe('`cookie` for browsers, `token` for programs.');

export const RegisterBody = z
  .strictObject({
    email,
    password,
    displayName: displayText(facts.account.displayNameMax),
    acceptTerms: z.literal(true),
  })
  .meta({ id: 'RegisterBody' });

export const LoginBody = z.strictObject({ email, password, session: sessionKind }).meta({ id: 'LoginBody' });
export const ConfirmEmailBody = z.strictObject({ token: z.string().min(1).max(200), session: sessionKind }).meta({ id: 'ConfirmEmailBody' });
export const ResendConfirmationBody = z.strictObject({ email }).meta({ id: 'ResendConfirmationBody' });

export const Me = z
  .object({
    id: z.uuid(),
    email: z.string(),
    displayName: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    role: z.enum(['user', 'admin']),
    emailConfirmed: z.boolean(),
    credits: z.int(),
    hasActiveSubscription: z.boolean(),
    nextGrant: z.object({ credits: z.int(), at: z.iso.datetime() }).nullable().describe('The next credits of the running plan, if it renews.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

export const RegisterResult = z.object({ email: z.string(), confirmationRequired: z.literal(true) }).meta({ id: 'RegisterResult' });
export const SignedIn = z.object({ user: Me, token: z.string().nullable().describe('Set when `session` was `token`.') }).meta({ id: 'SignedIn' });
export const Accepted = z.object({ accepted: z.literal(true) }).meta({ id: 'Accepted' });

export const CONSENT_KINDS = ['facial_images', 'self_and_adult'] as const;
export const ConsentBody = z.strictObject({ kind: z.enum(CONSENT_KINDS), version: z.string().max(20) }).meta({ id: 'ConsentBody' });
export const ConsentView = z
  .object({ id: z.uuid(), kind: z.enum(CONSENT_KINDS), version: z.string(), givenAt: z.iso.datetime(), revokedAt: z.iso.datetime().nullable() })
  .meta({ id: 'Consent' });
export const ConsentList = z.object({ items: z.array(ConsentView) }).meta({ id: 'ConsentList' });
