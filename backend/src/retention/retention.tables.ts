import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { RetentionTaskSchema } from './retention-task.entity.js';

/** Queries over this feature's table, and over no others. */
export const db = (em: EntityManager) => queriesOver<TablesOf<typeof RetentionTaskSchema>>(em);
