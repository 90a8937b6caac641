import { sql } from 'kysely';
import { givenKeys, type Place } from '../../stored-objects/index.js';
import { db } from '../privacy.tables.js';

/** Where exports lie. One under way may be about to be written. */
export const EXPORT_PLACE: Place = {
  name: 'exports',
  prefix: 'exports/',
  isBackedUp: false,
  wanted: async (em, keys) => {
    const { rows } = await sql<{ key: string }>`
      select given.key from ${givenKeys(keys)} where exists (select 1 from data_export where storage_key = given.key)
        or exists (select 1 from data_export where status = 'queued' and 'exports/' || user_id || '/' || id || '.zip' = given.key)`.execute(
      db(em),
    );
    return rows;
  },
  needed: (em, after, most) =>
    db(em)
      .selectFrom('data_export')
      .select(['id', sql<string>`storage_key`.as('key')])
      .where('status', '=', 'ready')
      .where('storage_key', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(most)
      .execute(),
  mend: async (em, key) => {
    await db(em)
      .updateTable('data_export')
      .set({ status: 'expired', storage_key: null })
      .where('storage_key', '=', key)
      .where('status', '=', 'ready')
      .execute();
  },
};
