import { z } from 'zod';
import { DELETION_KINDS, DELETION_RULES, RECEIPT_MODELS } from './deletion-receipt.entity.js';

export const DeletionRecord = z
  .object({
    id: z.uuid(),
    kind: z.enum(DELETION_KINDS),
    rule: z.enum(DELETION_RULES),
    count: z.int(),
    model: z
      .enum(RECEIPT_MODELS)
      .nullable()
      .describe(
        'For `profile` the model that went with it; for photos that went after training the one that the profile keeps: `crops` on our machines, `hosted` at a provider, `none`. Null elsewhere, and on older receipts.',
      ),
    crops: z.int().nullable().describe('How many working crops that model has.'),
    deletedAt: z.iso.datetime(),
  })
  .meta({
    id: 'DeletionRecord',
    description: 'That something was deleted: what kind, by which rule, how many, when. Nothing of what it was.',
  });
export type DeletionRecord = z.infer<typeof DeletionRecord>;
export const DeletionRecordPage = z
  .object({ items: z.array(DeletionRecord), nextCursor: z.string().nullable() })
  .meta({ id: 'DeletionRecordPage' });
