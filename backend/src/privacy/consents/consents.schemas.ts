import { z } from 'zod';
import { CONSENT_VERSION_LENGTH } from './consent-version.js';
import { ENGINE_NAMES } from '../../integrations/portrait-engine/index.js';

export const CONSENT_KINDS = ['facial_images', 'self_and_adult'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];
export const ConsentBody = z
  .strictObject({ kind: z.enum(CONSENT_KINDS), version: z.string().max(CONSENT_VERSION_LENGTH) })
  .meta({ id: 'ConsentBody' });
export const WithdrawalQuery = z.strictObject({
  profiles: z
    .enum(['keep', 'delete'])
    .default('keep')
    .describe(
      '`delete`: profiles and drafts that show the owner of the account go with their photos and models, in the same step. Only with the consent to facial images. Portraits stay until their end.',
    ),
});
export const ConsentView = z
  .object({
    id: z.uuid(),
    kind: z.enum(CONSENT_KINDS),
    version: z.string(),
    givenAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Consent' });
const AcceptedTerms = z
  .object({ version: z.string(), acceptedAt: z.iso.datetime() })
  .describe('The terms the account was opened with. They hold as long as it exists; only consents are withdrawn.');
const Recipient = z
  .object({
    name: z.string(),
    country: z.string(),
    basis: z.enum(['standard_contractual_clauses']).describe('What the transfer abroad rests on.'),
  })
  .meta({ id: 'FaceRecipient' });
export const CurrentConsents = z
  .object({
    facial_images: z.object({
      version: z.string().describe('Of the text, and of who receives the images: it changes with either.'),
      attestationVersion: z
        .string()
        .describe('The same of what is attested for somebody else (`attestation.version` of a profile).'),
      portraitsBy: z.enum(ENGINE_NAMES).describe('What makes portraits here.'),
      recipients: z.array(Recipient).describe('Who receives the images beside the operator.'),
    }),
    self_and_adult: z.object({ version: z.string() }),
  })
  .meta({ id: 'CurrentConsents' });
export type CurrentConsents = z.infer<typeof CurrentConsents>;
export const ConsentList = z
  .object({
    items: z.array(ConsentView),
    terms: AcceptedTerms.nullable(),
    current: CurrentConsents.describe('What `giveConsent` takes here. Consents to another version count no longer.'),
  })
  .meta({ id: 'ConsentList' });
