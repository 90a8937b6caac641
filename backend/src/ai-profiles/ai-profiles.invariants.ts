import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { checkCharges } from '../credits/index.js';
import { valuesUnderWay } from '../platform/queue/index.js';
import { TrainingRequested } from './ai-profiles.events.js';
import { db } from './ai-profiles.tables.js';

/** I3: each training cycle has exactly one charge, then at most one return. */
export function checkTrainingCharges(em: EntityManager): Promise<string[]> {
  return checkCharges(em, {
    kind: 'training',
    what: 'training cycle',
    charged: db(em)
      .selectFrom('ai_profile')
      .select([
        sql<string>`cycle_id`.as('id'),
        'user_id',
        'status',
        sql<
          number | null
        >`case when status in ('training', 'ready') then 0 when status = 'failed' then cycle_closed::int end`.as(
          'returns_due',
        ),
      ])
      .where('cycle_id', 'is not', null),
  });
}

/** I4: what was ready once still is: the moment it became so stays with the row. */
export async function checkReadyProfiles(em: EntityManager): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('ai_profile')
    .select(['id', 'status'])
    .where('ready_at', 'is not', null)
    .where('status', '<>', 'ready')
    .orderBy('id')
    .execute();
  return rows.map(({ id, status }) => `I4 profile ${id} is ${status}, against what its times say`);
}

/** I6: no training is under way without its job. */
export async function checkTrainingJobs(em: EntityManager): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('ai_profile')
    .select('id')
    .where('status', '=', 'training')
    .where(sql<string>`id::text`, 'not in', valuesUnderWay(em, TrainingRequested, 'profileId'))
    .execute();
  return rows.map(({ id }) => `I6 profile ${id} is under way without a job`);
}
