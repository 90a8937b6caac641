import type { EntityManager } from '@mikro-orm/postgresql';
import type { IdempotencyRecordSchema } from './idempotency-record.entity.js';
import { queriesOver, type TablesOf } from './typed-queries.js';

/** Queries over this folder's tables, and over no others. */
export const db = (em: EntityManager) => queriesOver<TablesOf<typeof IdempotencyRecordSchema>>(em);
