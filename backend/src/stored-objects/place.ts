/** Of one kind of object: which keys it has, and what in the database each of them belongs to. */
export interface Place {
  name: string;
  /** What all its keys begin with. */
  prefix: string;
  /** Takes keys as its only value, answers with those that something refers to, or a run under way may be about to. */
  wanted: string;
  /**
   * Keys that must be there, ordered by the id of their row and after a given one: takes that id and how many rows, answers with
   * `id` and `key`. Null where a missing object harms nothing.
   */
  needed: string | null;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export { FIRST_ID };

/** A folder of a key, as the id that it is: any text may stand there. */
const folder = (position: number) =>
  `(case when split_part(given.key, '/', ${position}) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(given.key, '/', ${position})::uuid end)`;
const given = `(select unnest(?::text[]) as key) given`;

export const PLACES: Place[] = [
  {
    name: 'photos',
    prefix: 'photos/',
    wanted: `select given.key from ${given} where exists (select 1 from reference_photo where storage_key = given.key)`,
    needed: 'select id, storage_key as key from reference_photo where id > ? order by id limit ?',
  },
  {
    name: 'models',
    prefix: 'models/',
    // What a training under way has stored gets its row with its end.
    wanted: `select given.key from ${given} where exists (select 1 from trained_model where profile_id = ${folder(2)} and starts_with(given.key, storage_prefix))
      or exists (select 1 from ai_profile where id = ${folder(2)} and status = 'training')`,
    needed: `select id, storage_prefix || 'preview.webp' as key from trained_model where id > ? and has_preview order by id limit ?`,
  },
  {
    name: 'portraits',
    prefix: 'portraits/',
    wanted: `select given.key from ${given} where exists (select 1 from portrait where generation_id = ${folder(2)} and position::text = substring(split_part(given.key, '/', 3) from '^[0-9]+'))
      or exists (select 1 from generation where id = ${folder(2)} and status in ('queued', 'processing'))`,
    needed: `select portrait.id, files.key from (select * from portrait where id > ? order by id limit ?) portrait cross join lateral (values (storage_key), (preview_key)) files (key)`,
  },
  {
    name: 'exports',
    prefix: 'exports/',
    wanted: `select given.key from ${given} where exists (select 1 from data_export where storage_key = given.key)
      or exists (select 1 from data_export where status = 'queued' and 'exports/' || user_id || '/' || id || '.zip' = given.key)`,
    needed: `select id, storage_key as key from data_export where status = 'ready' and storage_key is not null and id > ? order by id limit ?`,
  },
  {
    name: 'engine inputs',
    prefix: 'engine-inputs/',
    // Named by a digest, lent for an hour: no training lasts a day.
    wanted: `select given.key from ${given} where false`,
    needed: null,
  },
];
