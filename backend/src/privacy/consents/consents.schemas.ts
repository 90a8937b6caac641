import { z } from 'zod';

export const CONSENT_KINDS = ['facial_images', 'self_and_adult'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];
export const ConsentBody = z
  .strictObject({ kind: z.enum(CONSENT_KINDS), version: z.string().max(20) })
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
export const ConsentList = z
  .object({ items: z.array(ConsentView), terms: AcceptedTerms.nullable() })
  .meta({ id: 'ConsentList' });
