import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { BillingCustomer } from './billing-customer.entity.js';

/** Until the transaction ends, nothing else grants, corrects or withdraws for this customer. */
export const lockCustomer = (em: EntityManager, userId: string): Promise<BillingCustomer | null> =>
  em.findOne(BillingCustomer, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
