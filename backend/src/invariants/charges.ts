import type { EntityManager } from '@mikro-orm/postgresql';

interface Booked {
  id: string;
  status: string | null;
  charges: number;
  returns: number;
  rest: number;
}

/** Charges and returns by what they are for; the second part of a business key names it. */
const booked = (kind: 'training' | 'generation') => `(
  select split_part(business_key, ':', 2) as id, min(user_id::text) as user_id, count(distinct user_id) as users,
    count(*) filter (where reason = '${kind}_charge') as charges, count(*) filter (where reason = '${kind}_return') as returns, sum(delta) as rest,
    max(seq) filter (where reason = '${kind}_charge') as charged, min(seq) filter (where reason = '${kind}_return') as returned
  from credit_ledger where reason in ('${kind}_charge', '${kind}_return') group by 1
)`;

/** One charge, at most one return, of the same size, to the same user, in this order. */
const wrong = `coalesce(b.charges, 0) <> 1 or b.returns > 1 or b.users > 1 or b.returned < b.charged
  or (b.returns = 0 and b.rest >= 0) or (b.returns = 1 and b.rest <> 0)`;

const columns = `coalesce(b.charges, 0)::int as charges, coalesce(b.returns, 0)::int as returns, coalesce(b.rest, 0)::int as rest`;

/** I3: each training cycle and each generation has exactly one charge, then at most one return. */
export async function checkCharges(em: EntityManager): Promise<string[]> {
  return [...(await trainings(em)), ...(await generations(em))];
}

async function trainings(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<Booked[]>(
    `select coalesce(p.cycle_id::text, b.id) as id, p.status, ${columns}
     from (select * from ai_profile where cycle_id is not null) p full join ${booked('training')} b on b.id = p.cycle_id::text
     where ${wrong} or p.user_id::text <> b.user_id
       or (p.status in ('training', 'ready') and b.returns > 0) or (p.status = 'failed' and b.returns <> (case when p.cycle_closed then 1 else 0 end))
     order by 1`,
  );
  return rows.map((row) => say('training cycle', row));
}

async function generations(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<Booked[]>(
    `select coalesce(g.id::text, b.id) as id, g.status, ${columns}
     from generation g full join ${booked('generation')} b on b.id = g.id::text
     where ${wrong} or g.user_id::text <> b.user_id
       or b.returns <> (case when g.status = 'failed' then 1 when g.status is null then b.returns else 0 end)
     order by 1`,
  );
  return rows.map((row) => say('generation', row));
}

const say = (what: string, row: Booked) =>
  `I3 ${what} ${row.id} (${row.status ?? 'deleted'}): ${row.charges} charges, ${row.returns} returns, ${row.rest} credits together`;
