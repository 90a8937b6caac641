import type { EntityManager } from '@mikro-orm/postgresql';

/** I11: what was shown of a run is not given back on its customer's own act, and of each run that shows something there is a record. */
export async function checkShownRuns(em: EntityManager): Promise<string[]> {
  return [...(await returnedThoughShown(em)), ...(await shownWithoutRecord(em))];
}

/** A return without a cause counts as the customer's act. Asks the ledger and the records only: the runs themselves may be gone. */
async function returnedThoughShown(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ user_id: string; generation_id: string; caused_by: string | null }[]>(
    `select s.user_id, s.generation_id, l.caused_by
     from shown_run s join credit_ledger l on l.reason = 'generation_return' and 'generation:' || split_part(l.business_key, ':', 2) || ':charge' = s.charge_key
     where coalesce(l.caused_by, 'customer') = 'customer' order by s.generation_id`,
  );
  return rows.map(
    (row) =>
      `I11 user ${row.user_id}: generation ${row.generation_id} was shown, and its credits came back (${row.caused_by ?? 'nobody said why'})`,
  );
}

async function shownWithoutRecord(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ user_id: string; id: string }[]>(
    `select g.user_id, g.id from generation g join credit_ledger l on l.business_key = 'generation:' || g.id || ':charge'
     where (g.previewed <> '[]' or g.delivered <> '[]' or exists (select 1 from portrait p where p.generation_id = g.id))
       and not exists (select 1 from shown_run s where s.generation_id = g.id) order by g.id`,
  );
  return rows.map(
    ({ user_id, id }) => `I11 user ${user_id}: generation ${id} shows something, and no record says since when`,
  );
}
