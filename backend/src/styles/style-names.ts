import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from './styles.tables.js';

/** What these styles are called. */
export const styleNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('style').select(['id', 'display_name as name']).where('id', 'in', ids);
