import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../payments.tables.js';

/** This account and those that left before it under the same address, as far as their hash is kept (docs/billing.md). */
export async function accountsOfAddress(em: EntityManager, userId: string): Promise<string[]> {
  const rows = await db(em)
    .withRecursive('account(id)', (own) =>
      own
        .selectNoFrom(sql<string>`${userId}::uuid`.as('id'))
        .union((before) =>
          before
            .selectFrom('address_debt as debt')
            .innerJoin('account', 'debt.heir_id', 'account.id')
            .select('debt.user_id as id'),
        ),
    )
    .selectFrom('account')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
