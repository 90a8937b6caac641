import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { checkCharges, ledgerLines } from '../credits/index.js';
import { valuesUnderWay } from '../platform/queue/index.js';
import { GenerationRequested } from './generations.events.js';
import { db } from './generations.tables.js';

/** I3: each generation has exactly one charge, then at most one return. */
export function checkGenerationCharges(em: EntityManager): Promise<string[]> {
  return checkCharges(em, {
    kind: 'generation',
    what: 'generation',
    charged: db(em)
      .selectFrom('generation')
      .select(['id', 'user_id', 'status', sql<number>`(status = 'failed')::int`.as('returns_due')])
      .where('repeat_of', 'is', null),
  });
}

/** I3: a free repeat has neither charge nor return, and uses the right of its profile unless it failed. */
export async function checkFreeRepeats(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{ id: string; booked: number; used: boolean; status: string }>`
    select g.id, g.status, (select count(*)::int from ${ledgerLines} l where l.business_key in ('generation:' || g.id || ':charge', 'generation:' || g.id || ':return')) as booked,
      exists (select 1 from free_repeat f where f.generation_id = g.id) as used
    from generation g where g.repeat_of is not null order by g.id`.execute(db(em));
  return rows
    .filter(({ booked, used, status }) => booked > 0 || used === (status === 'failed'))
    .map(
      ({ id, booked, used, status }) =>
        `I3 free repeat ${id} (${status}): ${booked} lines in the ledger, right ${used ? 'used' : 'unused'}`,
    );
}

/** I4: what was completed once still is: the moment it became so stays with the row. */
export async function checkCompletedRuns(em: EntityManager): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('generation')
    .select(['id', 'status'])
    .where(sql<boolean>`(completed_at is not null) <> (status = 'completed')`)
    .orderBy('id')
    .execute();
  return rows.map(({ id, status }) => `I4 generation ${id} is ${status}, against what its times say`);
}

/** I6: no run is under way without its job. */
export async function checkRunJobs(em: EntityManager): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('generation')
    .select('id')
    .where('status', 'in', ['queued', 'processing'])
    .where(sql<string>`id::text`, 'not in', valuesUnderWay(em, GenerationRequested, 'generationId'))
    .execute();
  return rows.map(({ id }) => `I6 generation ${id} is under way without a job`);
}

/** I11: what was shown of a run is not given back on its customer's own act, and of each run that shows something there is a record. */
export async function checkShownRuns(em: EntityManager): Promise<string[]> {
  return [...(await returnedThoughShown(em)), ...(await shownWithoutRecord(em))];
}

/** A return without a cause counts as the customer's act. Asks the ledger and the records only: the runs themselves may be gone. */
async function returnedThoughShown(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; generation_id: string; caused_by: string | null }>`
    select s.user_id, s.generation_id, l.caused_by
    from shown_run s join ${ledgerLines} l on l.reason = 'generation_return' and 'generation:' || split_part(l.business_key, ':', 2) || ':charge' = s.charge_key
    where coalesce(l.caused_by, 'customer') = 'customer' order by s.generation_id`.execute(db(em));
  return rows.map(
    (row) =>
      `I11 user ${row.user_id}: generation ${row.generation_id} was shown, and its credits came back (${row.caused_by ?? 'nobody said why'})`,
  );
}

async function shownWithoutRecord(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; id: string }>`
    select g.user_id, g.id from generation g join ${ledgerLines} l on l.business_key = 'generation:' || g.id || ':charge'
    where (g.previewed <> '[]' or g.delivered <> '[]' or exists (select 1 from portrait p where p.generation_id = g.id))
      and not exists (select 1 from shown_run s where s.generation_id = g.id) order by g.id`.execute(db(em));
  return rows.map(
    ({ user_id, id }) => `I11 user ${user_id}: generation ${id} shows something, and no record says since when`,
  );
}
