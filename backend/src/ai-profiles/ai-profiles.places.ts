import { sql } from 'kysely';
import { folderId, givenKeys, type Place } from '../stored-objects/index.js';
import { db } from './ai-profiles.tables.js';

const photos: Place = {
  name: 'photos',
  prefix: 'photos/',
  isBackedUp: false,
  wanted: (em, keys) =>
    db(em).selectFrom('reference_photo').select('storage_key as key').where('storage_key', 'in', keys).execute(),
  needed: (em, after, most) =>
    db(em)
      .selectFrom('reference_photo')
      .select(['id', 'storage_key as key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(most)
      .execute(),
};

const models: Place = {
  name: 'models',
  prefix: 'models/',
  isBackedUp: true,
  // What a training under way has stored gets its row with its end.
  wanted: async (em, keys) => {
    const { rows } = await sql<{ key: string }>`
      select given.key from ${givenKeys(keys)}
      where exists (select 1 from trained_model where profile_id = ${folderId(2)} and starts_with(given.key, storage_prefix))
        or exists (select 1 from ai_profile where id = ${folderId(2)} and status = 'training')`.execute(db(em));
    return rows;
  },
  needed: (em, after, most) =>
    db(em)
      .selectFrom('trained_model')
      .select(['id', sql<string>`storage_prefix || 'preview.webp'`.as('key')])
      .where('id', '>', after)
      .where('has_preview', '=', true)
      .orderBy('id')
      .limit(most)
      .execute(),
};

/** Where this feature's objects lie. */
export const PROFILE_PLACES: readonly Place[] = [photos, models];
