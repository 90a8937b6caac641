import { z } from 'zod';
import { facts } from '../../facts/index.js';
import { displayText } from '../../platform/http/index.js';
import { OwnPath } from '../login/own-path.js';
import { Password, SessionKind } from '../login/sign-in.schemas.js';
import { Me } from '../../identity/index.js';

export const StartGoogleBody = z
  .strictObject({
    purpose: z.enum(['sign_in', 'link', 'prove']).describe('`link` and `prove` need a session.'),
    acceptTerms: z
      .literal(true)
      .optional()
      .describe('Given when the AGB box was ticked before; opens an account without asking again.'),
    redirect: OwnPath.optional(),
  })
  .meta({ id: 'StartGoogleBody' });
export const GoogleStart = z
  .object({ url: z.string().describe('Where to send the browser.') })
  .meta({ id: 'GoogleStart' });

export const FinishGoogleBody = z
  .strictObject({
    state: z.string().min(1).max(500),
    code: z.string().min(1).max(2000).optional(),
    iss: z.string().max(500).optional(),
    error: z
      .string()
      .max(100)
      .optional()
      .describe('What Google answered instead of a code, for instance `access_denied`.'),
    session: SessionKind,
  })
  .meta({ id: 'FinishGoogleBody' });

export const GOOGLE_NEEDS = ['terms', 'password', 'code'] as const;
export type GoogleNeed = (typeof GOOGLE_NEEDS)[number];

export const GoogleResult = z
  .object({
    status: z.enum(['signed_in', 'more_needed', 'linked', 'proven', 'cancelled']),
    user: Me.nullable(),
    token: z.string().nullable().describe('Set when `session` was `token`.'),
    ticket: z.uuid().nullable().describe('For `completeGoogle`, when more is needed.'),
    needs: z.array(z.enum(GOOGLE_NEEDS)),
    email: z.string().nullable().describe('The Google address, when more is needed.'),
    displayName: z.string().nullable(),
    redirect: z.string().nullable(),
  })
  .meta({ id: 'GoogleResult' });
export type GoogleResult = z.infer<typeof GoogleResult>;

export const CompleteGoogleBody = z
  .strictObject({
    ticket: z.uuid(),
    acceptTerms: z.literal(true).optional(),
    displayName: displayText(facts.account.displayNameMax).optional(),
    password: Password.optional().describe('Of the account that has this address already.'),
    code: z.string().trim().max(20).optional().describe('From the mail to this address.'),
    session: SessionKind,
  })
  .meta({ id: 'CompleteGoogleBody' });
