import type { z } from 'zod';
import type { CreditPack } from './credit-pack.entity.js';
import type { CreditPackView } from './packs.schemas.js';

export function viewPack({
  id,
  name,
  credits,
  priceRappen,
  isMostPopular,
  needsSubscription,
}: CreditPack): z.infer<typeof CreditPackView> {
  return { id, name, credits, priceRappen, isMostPopular, needsSubscription };
}
