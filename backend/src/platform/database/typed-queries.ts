import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';

/** The tables of these entity schemas, with columns named as in the database. */
export type TablesOf<Schemas extends { name: string }> = InferKyselyDB<Schemas>;

/**
 * Queries over some tables, within the transaction of `em` if it has one. Names stay as written; a column's time comes out as Date
 * and its JSON goes in as an object, which the driver alone would not do.
 * It goes by names: what is computed must not be called like a column that holds a time or JSON.
 */
export const queriesOver = <Tables>(em: EntityManager): Kysely<Tables> =>
  em.getKysely({ convertValues: true }) as unknown as Kysely<Tables>;
