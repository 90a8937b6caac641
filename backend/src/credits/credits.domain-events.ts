import { defineDomainEvent } from '../platform/domain-events/index.js';

/** A balance has changed. */
export const BalanceMoved = defineDomainEvent<{ userId: string; before: number; after: number }>(
  'credits.balance_moved',
);
