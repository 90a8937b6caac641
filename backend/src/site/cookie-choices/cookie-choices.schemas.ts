import { z } from 'zod';

export const CookieChoiceBody = z
  .strictObject({
    analytics: z.boolean(),
    marketing: z.boolean(),
    version: z
      .string()
      .max(20)
      .regex(/^[\w.-]+$/)
      .describe('Of the text that was shown.'),
  })
  .meta({ id: 'CookieChoiceBody' });
export type CookieChoiceBody = z.infer<typeof CookieChoiceBody>;

export const CookieChoiceReceipt = z
  .object({ id: z.uuid(), version: z.string(), decidedAt: z.iso.datetime() })
  .meta({ id: 'CookieChoiceReceipt' });
