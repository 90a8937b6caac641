import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { FavouriteStyleSchema } from './favourite-style.entity.js';
import type { StyleSchema } from './style.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) => queriesOver<TablesOf<typeof StyleSchema | typeof FavouriteStyleSchema>>(em);
