import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Expression } from 'kysely';
import { db } from './credits.tables.js';

/** What is charged for, as the feature that charges has it. */
export interface Charged {
  /** As the second part of the business key names it. */
  id: string;
  user_id: string;
  status: string;
  /** How many returns there must be; null where it is one or none. */
  returns_due: number | null;
}

interface Booked {
  id: string;
  status: string | null;
  charges: number;
  returns: number;
  rest: number;
}

/** I3: one charge, at most one return, of the same size, to the same user, in this order. */
export async function checkCharges(
  em: EntityManager,
  { kind, what, charged }: { kind: 'training' | 'generation'; what: string; charged: Expression<Charged> },
): Promise<string[]> {
  const [charge, giveBack] = [sql.lit(`${kind}_charge`), sql.lit(`${kind}_return`)];
  const { rows } = await sql<Booked>`
    with charged as ${charged},
    booked as (
      select split_part(business_key, ':', 2) as id, min(user_id::text) as user_id, count(distinct user_id) as users,
        count(*) filter (where reason = ${charge}) as charges, count(*) filter (where reason = ${giveBack}) as returns, sum(delta) as rest,
        max(seq) filter (where reason = ${charge}) as charged, min(seq) filter (where reason = ${giveBack}) as returned
      from credit_ledger where reason in (${charge}, ${giveBack}) group by 1
    )
    select coalesce(c.id::text, b.id) as id, c.status, coalesce(b.charges, 0)::int as charges, coalesce(b.returns, 0)::int as returns, coalesce(b.rest, 0)::int as rest
    from charged c full join booked b on b.id = c.id::text
    where coalesce(b.charges, 0) <> 1 or b.returns > 1 or b.users > 1 or b.returned < b.charged or (b.returns = 0 and b.rest >= 0) or (b.returns = 1 and b.rest <> 0)
      or c.user_id::text <> b.user_id or b.returns <> c.returns_due
    order by 1`.execute(db(em));
  return rows.map(
    (row) =>
      `I3 ${what} ${row.id} (${row.status ?? 'deleted'}): ${row.charges} charges, ${row.returns} returns, ${row.rest} credits together`,
  );
}
