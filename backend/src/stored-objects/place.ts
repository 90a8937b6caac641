import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** One kind of object, as the feature that writes it describes it: which keys it has, and what in the database each belongs to. */
export interface Place {
  name: string;
  /** What all its keys begin with. */
  prefix: string;
  /** Whether backups have copies of its objects: not of photos that customers sent, and of nothing that is made anew or goes within days. */
  isBackedUp: boolean;
  /** @returns those of the keys that something refers to, or a run under way may be about to */
  wanted(em: EntityManager, keys: string[]): Promise<{ key: string }[]>;
  /** Keys that must be there, ordered by the id of their row and after a given one. Left out where a missing object harms nothing. */
  needed?(em: EntityManager, after: string, most: number): Promise<{ id: string; key: string }[]>;
  /** What repairing does to a row whose object is missing. Left out where it is only told of. */
  mend?(em: EntityManager, key: string): Promise<void>;
}

/** Keys as a relation `given` with a column `key`. */
export const givenKeys = (keys: string[]) => sql`(select unnest(${keys}::text[]) as key) given`;

/** A folder of a given key, as the id that it is: any text may stand there. */
export const folderId = (position: number) => {
  const folder = sql`split_part(given.key, '/', ${sql.lit(position)})`;
  return sql<
    string | null
  >`(case when ${folder} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${folder}::uuid end)`;
};
