import type { EntityManager } from '@mikro-orm/postgresql';

/** Longer than any queue is ever behind, milliseconds: who is due for so long and in nobody's hands was forgotten. */
const FORGOTTEN_MS = 60 * 60_000;

/** I4, I6, I9: what has ended stays ended, no work is forgotten, each letter exists once. */
export async function checkWork(em: EntityManager, now: Date): Promise<string[]> {
  return [...(await turnedBack(em)), ...(await forgotten(em, now)), ...(await lettersTwice(em))];
}

/** I4: what was completed or ready once still is: the moment it became so stays with the row. */
async function turnedBack(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ what: string; id: string; status: string }[]>(
    `select 'generation' as what, id, status from generation where (completed_at is not null) <> (status = 'completed')
     union all select 'profile', id, status from ai_profile where ready_at is not null and status <> 'ready' order by 1, 2`,
  );
  return rows.map(({ what, id, status }) => `I4 ${what} ${id} is ${status}, against what its times say`);
}

/** I6: no job is past its time without an owner; nothing under way lacks its job. */
async function forgotten(em: EntityManager, now: Date): Promise<string[]> {
  const late = await em.execute<{ id: string; topic: string; run_after: Date }[]>(
    'select id, topic, run_after from job where finished_at is null and run_after < ? and (leased_until is null or leased_until < ?) order by run_after',
    [new Date(now.getTime() - FORGOTTEN_MS), now],
  );
  const orphans = await em.execute<{ what: string; id: string }[]>(
    `select 'generation' as what, g.id from generation g where g.status in ('queued', 'processing')
       and not exists (select 1 from job j where j.finished_at is null and j.topic = 'generations.generation_requested' and j.payload->>'generationId' = g.id::text)
     union all select 'profile', p.id from ai_profile p where p.status = 'training'
       and not exists (select 1 from job j where j.finished_at is null and j.topic = 'ai-profiles.training_requested' and j.payload->>'profileId' = p.id::text)`,
  );
  return [
    ...late.map(
      ({ id, topic, run_after }) =>
        `I6 job ${id} (${topic}) is due since ${new Date(run_after).toISOString()} and in nobody's hands`,
    ),
    ...orphans.map(({ what, id }) => `I6 ${what} ${id} is under way without a job`),
  ];
}

/** I9: one row and one Message-ID per letter. */
async function lettersTwice(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ key: string }[]>(
    'select key from mail group by key having count(*) > 1 union select message_id from mail group by message_id having count(*) > 1',
  );
  return rows.map(({ key }) => `I9 letter ${key} exists more than once`);
}
