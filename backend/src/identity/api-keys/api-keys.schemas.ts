import { z } from 'zod';
import { facts } from '../../facts/index.js';
import { displayText, SCOPES } from '../../platform/http/index.js';

export const CreateApiKeyBody = z
  .strictObject({
    name: displayText(60),
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .max(SCOPES.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, { message: 'each scope once' }),
    expiresInDays: z
      .int()
      .min(1)
      .max(3650)
      .nullable()
      .default(facts.api.keyDays)
      .describe('For how many days it holds; null for a key without an end.'),
  })
  .meta({ id: 'CreateApiKeyBody' });
export const ApiKeyView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    hint: z.string().describe('The first characters of the key.'),
    scopes: z.array(z.enum(SCOPES)),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
export const ApiKeyList = z.object({ items: z.array(ApiKeyView) }).meta({ id: 'ApiKeyList' });
export const KeyUsageView = z
  .object({
    apiKeyId: z.uuid().describe('Also of a key that has ended or was revoked.'),
    name: z.string(),
    hint: z.string().describe('The first characters of the key.'),
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe('A calendar month in Zurich, such as `2026-12`.'),
    calls: z.int().min(0).describe('HTTP calls with the key, whatever was answered.'),
    limited: z.int().min(0).describe('Of these, how many were refused with 429 since a budget was used up.'),
    trainings: z.int().min(0).describe('Trainings that were paid for; free retries do not count.'),
    runs: z.int().min(0).describe('Runs that were paid for, planned ones once they start; free repeats do not count.'),
    creditsSpent: z.int().min(0),
    creditsReturned: z
      .int()
      .min(0)
      .describe('Credits that came back in this month, also for what the key had spent in an earlier one.'),
  })
  .meta({ id: 'ApiKeyUsage' });
export const KeyUsageList = z
  .object({ items: z.array(KeyUsageView), nextCursor: z.string().nullable() })
  .meta({ id: 'ApiKeyUsageList' });
export const NewApiKey = z
  .object({ key: ApiKeyView, secret: z.string().describe('Shown once; only its hash is kept.') })
  .meta({ id: 'NewApiKey' });
