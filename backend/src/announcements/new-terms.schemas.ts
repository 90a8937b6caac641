import { z } from 'zod';

const at = z.iso.datetime();

export const NewTerms = z
  .object({
    version: z.string(),
    text: z.string().describe('What changes, in the words of the email.'),
    effectiveFrom: at.describe('From when they may be asked about; the old ones hold until they are accepted.'),
    paidUntil: at
      .nullable()
      .describe('The end of the paid period, to which the old ones hold after a refusal; null without a plan.'),
  })
  .meta({ id: 'NewTerms' });
export type NewTerms = z.infer<typeof NewTerms>;

export const NewTermsQuestion = z
  .object({ newTerms: NewTerms.nullable().describe('Null while there is nothing to answer.') })
  .meta({ id: 'NewTermsQuestion' });

export const NewTermsAnswer = z
  .strictObject({
    version: z.string().max(20).describe('As it was shown: what is due now may be another one.'),
    answer: z.enum(['accepted', 'refused']),
  })
  .meta({ id: 'NewTermsAnswer' });
export type NewTermsAnswer = z.infer<typeof NewTermsAnswer>;
