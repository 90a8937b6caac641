import { z } from 'zod';

export const CreditPackView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    credits: z.int(),
    priceRappen: z.int().describe('Once, in Rappen, VAT included.'),
    isMostPopular: z.boolean(),
  })
  .meta({ id: 'CreditPack' });

export const CreditPackList = z
  .object({
    purchasable: z
      .boolean()
      .describe(
        'Whether packs are sold to this user now: with an active subscription, or a canceled one still in its period.',
      ),
    items: z.array(CreditPackView).describe('Empty when not purchasable.'),
  })
  .meta({ id: 'CreditPackList' });
