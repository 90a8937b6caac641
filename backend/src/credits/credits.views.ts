import type { z } from 'zod';
import type { CreditEntry } from './credit-entry.entity.js';
import type { CreditEntryView } from './credits.schemas.js';

export function viewCreditEntry(entry: CreditEntry): z.infer<typeof CreditEntryView> {
  return {
    id: entry.id,
    delta: entry.delta,
    reason: entry.reason,
    balanceAfter: entry.balanceAfter,
    createdAt: entry.createdAt.toISOString(),
    profileId: entry.profileId ?? null,
    generationId: entry.generationId ?? null,
  };
}
