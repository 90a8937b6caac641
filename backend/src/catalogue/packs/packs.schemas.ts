import { z } from 'zod';

export const CreditPackView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    credits: z.int(),
    priceRappen: z.int().describe('Once, in Rappen, all included; with VAT where the operator is liable to it.'),
    isMostPopular: z.boolean(),
    needsSubscription: z.boolean().describe('Whether it is sold beside a subscription only.'),
  })
  .meta({ id: 'CreditPack' });

export const CreditPackList = z
  .object({
    purchasable: z
      .boolean()
      .describe(
        'Whether any packs are sold to this user now: with an active subscription, or a canceled one still in its period, all of them; else those that need none.',
      ),
    items: z.array(CreditPackView).describe('Those sold to this user now; empty when not purchasable.'),
  })
  .meta({ id: 'CreditPackList' });
