import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { JudgementSchema } from './judgement.entity.js';

/** Queries over this feature's table, and over no others. */
export const db = (em: EntityManager) => queriesOver<TablesOf<typeof JudgementSchema>>(em);
