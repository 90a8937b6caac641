import { sql } from 'kysely';
import { folderId, givenKeys, type Place } from '../stored-objects/index.js';
import { db } from './generations.tables.js';

/** The id of a version in the name of its file. */
const VERSION = '-v([0-9a-f-]{36})[.](?:jpg|png)$';
/** The id of layers in the name of one of their files. */
const LAYERS = '-l([0-9a-f-]{36})-[a-z]+$';

/** Where the pictures of runs lie (`generation-keys.ts`). What a run under way has stored gets its row with its end. */
export const PORTRAIT_PLACE: Place = {
  name: 'portraits',
  prefix: 'portraits/',
  isBackedUp: true,
  wanted: async (em, keys) => {
    const { rows } = await sql<{ key: string }>`
      select given.key from ${givenKeys(keys)}
      where exists (select 1 from portrait where generation_id = ${folderId(2)} and position::text = substring(split_part(given.key, '/', 3) from '^[0-9]+'))
          and (given.key !~ ${VERSION} or exists (select 1 from portrait_version where id::text = substring(given.key from ${VERSION})))
          and (given.key !~ ${LAYERS} or exists (select 1 from portrait_layers where id::text = substring(given.key from ${LAYERS})))
        or exists (select 1 from generation where id = ${folderId(2)} and status in ('queued', 'processing'))`.execute(
      db(em),
    );
    return rows;
  },
  needed: async (em, after, most) => {
    const { rows } = await sql<{ id: string; key: string }>`
      select portrait.id, files.key from (select * from portrait where id > ${after} order by id limit ${most}) portrait
      cross join lateral (
        select unnest(array[storage_key, preview_key]) as key
        union all select 'portraits/' || portrait.generation_id || '/' || portrait.position || '-v' || v.id || case when v.background ->> 'kind' = 'none' then '.png' else '.jpg' end
          from portrait_version v where v.portrait_id = portrait.id and v.ready_at is not null
      ) files`.execute(db(em));
    return rows;
  },
};
