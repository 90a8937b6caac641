import type { EntityManager } from '@mikro-orm/postgresql';
import type { PaymentProvider } from '../../integrations/payments/index.js';
import { db } from '../payments.tables.js';

const AT_ONCE = 8;

/** A customer as the payment provider has it. */
export interface RemoteCustomer {
  userId: string;
  remote: Awaited<ReturnType<PaymentProvider['readCustomer']>>;
}

/** Reads every customer at the provider, a few at a time. */
export async function* readCustomers(em: EntityManager, payments: PaymentProvider): AsyncGenerator<RemoteCustomer[]> {
  const customers = await db(em)
    .selectFrom('billing_customer')
    .select(['user_id', 'provider_id'])
    .orderBy('user_id')
    .execute();
  for (let from = 0; from < customers.length; from += AT_ONCE) {
    yield await Promise.all(
      customers.slice(from, from + AT_ONCE).map(async (customer) => ({
        userId: customer.user_id,
        remote: await payments.readCustomer(customer.provider_id),
      })),
    );
  }
}
