import { z } from 'zod';
import { displayText } from '../../platform/http/index.js';

export const AdminCreditPack = z
  .object({
    id: z.uuid(),
    name: z.string(),
    credits: z.int(),
    priceRappen: z.int(),
    isBusinessPack: z.boolean(),
    isMostPopular: z.boolean(),
    needsSubscription: z.boolean(),
    sortOrder: z.int(),
    sold: z.int().describe('How often it was paid for.'),
  })
  .meta({ id: 'AdminCreditPack' });
export type AdminCreditPack = z.infer<typeof AdminCreditPack>;
export const AdminCreditPackList = z.object({ items: z.array(AdminCreditPack) }).meta({ id: 'AdminCreditPackList' });

export const AdminCreditPackBody = z
  .strictObject({
    name: displayText(60),
    credits: z.int().min(1).max(100_000),
    /** The provider charges at least 50 Rappen. */
    priceRappen: z.int().min(50).max(1_000_000),
    isBusinessPack: z.boolean(),
    isMostPopular: z.boolean(),
    needsSubscription: z
      .boolean()
      .optional()
      .describe('Whether it is sold beside a subscription only; a new one is, unless this is false.'),
    sortOrder: z.int().min(0).max(100_000),
  })
  .meta({ id: 'AdminCreditPackBody' });
export type AdminCreditPackBody = z.infer<typeof AdminCreditPackBody>;

/** What is left out stays: of two admins, none puts back what the other changed. */
export const AdminCreditPackChange = AdminCreditPackBody.partial().meta({ id: 'AdminCreditPackChange' });
export type AdminCreditPackChange = z.infer<typeof AdminCreditPackChange>;
