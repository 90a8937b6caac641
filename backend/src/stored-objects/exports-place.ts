import { queriesOver } from '../platform/database/index.js';
import { sql } from 'kysely';
import { givenKeys, type Place } from './place.js';

export const EXPORTS: Place = {
  name: 'exports',
  prefix: 'exports/',
  wanted: async (em, keys) => {
    const { rows } = await sql<{ key: string }>`
      select given.key from ${givenKeys(keys)} where exists (select 1 from data_export where storage_key = given.key)
        or exists (select 1 from data_export where status = 'queued' and 'exports/' || user_id || '/' || id || '.zip' = given.key)`.execute(
      queriesOver(em),
    );
    return rows;
  },
  needed: async (em, after, most) => {
    const { rows } = await sql<{
      id: string;
      key: string;
    }>`select id, storage_key as key from data_export where status = 'ready' and storage_key is not null and id > ${after} order by id limit ${most}`.execute(
      queriesOver(em),
    );
    return rows;
  },
  mend: async (em, key) => {
    await sql`update data_export set status = 'expired', storage_key = null where storage_key = ${key} and status = 'ready'`.execute(
      queriesOver(em),
    );
  },
};
