import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../database/index.js';
import type { JobSchema } from './job.entity.js';

export type QueueTables = TablesOf<typeof JobSchema>;

/** Queries over this folder's tables, and over no others. */
export const db = (em: EntityManager) => queriesOver<QueueTables>(em);
