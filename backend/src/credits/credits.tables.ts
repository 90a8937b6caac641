import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { CreditAccountSchema } from './credit-account.entity.js';
import type { CreditEntrySchema } from './credit-entry.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<TablesOf<typeof CreditAccountSchema | typeof CreditEntrySchema>>(em);
