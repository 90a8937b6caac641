import { z } from 'zod';
import { DELETION_KINDS, DELETION_RULES } from './deletion-receipt.entity.js';

export const DeletionRecord = z
  .object({ id: z.uuid(), kind: z.enum(DELETION_KINDS), rule: z.enum(DELETION_RULES), count: z.int(), deletedAt: z.iso.datetime() })
  .meta({ id: 'DeletionRecord', description: 'That something was deleted: what kind, by which rule, how many, when. Nothing of what it was.' });
export type DeletionRecord = z.infer<typeof DeletionRecord>;
export const DeletionRecordPage = z.object({ items: z.array(DeletionRecord), nextCursor: z.string().nullable() }).meta({ id: 'DeletionRecordPage' });
