import { sql } from 'kysely';
import { folderId, givenKeys, type Place } from '../stored-objects/index.js';
import { db } from './generations.tables.js';

/** Where the pictures of runs lie (`generation-keys.ts`). What a run under way has stored gets its row with its end. */
export const PORTRAIT_PLACE: Place = {
  name: 'portraits',
  prefix: 'portraits/',
  wanted: async (em, keys) => {
    const { rows } = await sql<{ key: string }>`
      select given.key from ${givenKeys(keys)}
      where exists (select 1 from portrait where generation_id = ${folderId(2)} and position::text = substring(split_part(given.key, '/', 3) from '^[0-9]+'))
        or exists (select 1 from generation where id = ${folderId(2)} and status in ('queued', 'processing'))`.execute(
      db(em),
    );
    return rows;
  },
  needed: async (em, after, most) => {
    const { rows } = await sql<{ id: string; key: string }>`
      select portrait.id, files.key from (select * from portrait where id > ${after} order by id limit ${most}) portrait
      cross join lateral (values (storage_key), (preview_key)) files (key)`.execute(db(em));
    return rows;
  },
};
