import type { EntityManager } from '@mikro-orm/postgresql';

/** This account and those that left before it under the same address, as far as their hash is kept (docs/billing.md). */
export async function accountsOfAddress(em: EntityManager, userId: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `with recursive account (id) as (
       select ?::uuid
       union
       select debt.user_id from address_debt debt join account on debt.heir_id = account.id
     )
     select id from account`,
    [userId],
  );
  return rows.map(({ id }) => id);
}
