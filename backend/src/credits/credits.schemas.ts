import { z } from 'zod';
import { CREDIT_REASONS } from './credit-entry.entity.js';

export const CreditEntryView = z
  .object({
    id: z.uuid(),
    delta: z.int(),
    reason: z.enum(CREDIT_REASONS),
    balanceAfter: z.int(),
    createdAt: z.iso.datetime(),
    profileId: z.uuid().nullable(),
    generationId: z.uuid().nullable(),
  })
  .meta({ id: 'CreditEntry' });
export const CreditEntryPage = z
  .object({ items: z.array(CreditEntryView), nextCursor: z.string().nullable() })
  .meta({ id: 'CreditEntryPage' });
