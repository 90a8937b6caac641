import type { EntityManager } from '@mikro-orm/postgresql';
import type { PaymentProvider } from '../integrations/payments/index.js';

const AT_ONCE = 8;

/** A customer as the payment provider has it. */
export interface RemoteCustomer {
  userId: string;
  remote: Awaited<ReturnType<PaymentProvider['readCustomer']>>;
}

/** Reads every customer at the provider, a few at a time. */
export async function* readCustomers(em: EntityManager, payments: PaymentProvider): AsyncGenerator<RemoteCustomer[]> {
  const customers = await em.execute<{ user_id: string; provider_id: string }[]>(
    'select user_id, provider_id from billing_customer order by user_id',
  );
  for (let from = 0; from < customers.length; from += AT_ONCE) {
    yield await Promise.all(
      customers.slice(from, from + AT_ONCE).map(async (customer) => ({
        userId: customer.user_id,
        remote: await payments.readCustomer(customer.provider_id),
      })),
    );
  }
}

/** Rows of a statement that ends with `user_id in`, by user. */
export async function rowsByUser<T extends { user_id: string }>(
  em: EntityManager,
  select: string,
  customers: RemoteCustomer[],
): Promise<Map<string, T[]>> {
  const rows = await em.execute<T[]>(
    `${select} (${customers.map(() => '?').join(', ')})`,
    customers.map(({ userId }) => userId),
  );
  return Map.groupBy(rows, (row) => row.user_id);
}
