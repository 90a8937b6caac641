import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../catalogue.tables.js';

/** What these packs are called. */
export const packNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('credit_pack').select(['id', 'name']).where('id', 'in', ids);
