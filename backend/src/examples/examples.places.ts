import { sql } from 'kysely';
import { facts } from '../facts/index.js';
import { folderId, givenKeys, type Place } from '../stored-objects/index.js';
import { db } from './examples.tables.js';

/** Where pictures of examples lie (`example-keys.ts`). What is being copied has its row already; an upload goes once it is copied. */
export const EXAMPLE_PLACE: Place = {
  name: 'examples',
  prefix: 'examples/',
  isBackedUp: true,
  wanted: async (em, keys) => {
    const { rows } = await sql<{ key: string }>`
      select given.key from ${givenKeys(keys)}
      where exists (select 1 from example_picture where example_id = ${folderId(2)}
        and id::text = substring(split_part(given.key, '/', 3) from 1 for 36)
        and (ready_at is null or given.key like '%.webp'))`.execute(db(em));
    return rows;
  },
  needed: async (em, after, most) => {
    const { rows } = await sql<{ id: string; key: string }>`
      select chosen.id, 'examples/' || chosen.example_id || '/' || chosen.id || '-' || sizes.width || '.webp' as key
      from (select * from example_picture where id > ${after} and ready_at is not null order by id limit ${most}) chosen
      cross join unnest(${[...facts.examples.widths]}::int[]) sizes (width)`.execute(db(em));
    return rows;
  },
};
