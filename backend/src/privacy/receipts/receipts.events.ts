import { z } from 'zod';
import { defineTopic } from '../../platform/queue/index.js';
import { DELETION_KINDS, DELETION_RULES, RECEIPT_MODELS } from './deletion-receipt.entity.js';

/** Something was deleted for good; the journal outside the database takes it down, so that it can be repeated after a restore. */
export const DataDeleted = defineTopic({
  name: 'accounts.data_deleted',
  queue: 'upkeep',
  schema: z.object({
    receiptId: z.uuid(),
    userId: z.uuid(),
    kind: z.enum(DELETION_KINDS),
    rule: z.enum(DELETION_RULES),
    count: z.int(),
    /** As on the receipt; lines from before they were noted lack them. */
    model: z.enum(RECEIPT_MODELS).optional(),
    crops: z.int().optional(),
    /** What has gone: runs, single portraits, photos, profiles, examples, judgements or the account. */
    ids: z.array(z.uuid()),
    at: z.iso.datetime(),
  }),
  maxAttempts: 50,
});
