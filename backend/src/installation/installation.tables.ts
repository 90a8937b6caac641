import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { InstallationSchema } from './installation.entity.js';

/** Queries over this folder's tables, and over no others. */
export const db = (em: EntityManager) => queriesOver<TablesOf<typeof InstallationSchema>>(em);
