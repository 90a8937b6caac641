import { sql } from 'kysely';
import { folderId, givenKeys, type Place } from '../stored-objects/index.js';
import { db } from './previews.tables.js';

/** Where previews lie (`preview-keys.ts`). What is being made gets its line in the row as soon as it is stored. */
export const PREVIEW_PLACE: Place = {
  name: 'previews',
  prefix: 'previews/',
  isBackedUp: false,
  wanted: async (em, keys) => {
    const { rows } = await sql<{ key: string }>`
      select given.key from ${givenKeys(keys)}
      where exists (select 1 from preview_set where profile_id = ${folderId(2)}
        and pictures @> jsonb_build_array(jsonb_build_object(
          'version', split_part(split_part(given.key, '/', 3), '-', 1)::int,
          'styleId', substring(given.key from '/[0-9]+-([0-9a-f-]{36})[.]webp$'))))`.execute(db(em));
    return rows;
  },
  needed: async (em, after, most) => {
    const { rows } = await sql<{ id: string; key: string }>`
      select chosen.id, 'previews/' || chosen.profile_id || '/' || (picture ->> 'version') || '-' || (picture ->> 'styleId') || '.webp' as key
      from (select * from preview_set where id > ${after} order by id limit ${most}) chosen
      cross join lateral jsonb_array_elements(chosen.pictures) picture`.execute(db(em));
    return rows;
  },
};
