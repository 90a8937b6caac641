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
export const NewApiKey = z
  .object({ key: ApiKeyView, secret: z.string().describe('Shown once; only its hash is kept.') })
  .meta({ id: 'NewApiKey' });
