import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { AnnouncementReceiptSchema, AnnouncementSchema } from './announcement.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<TablesOf<typeof AnnouncementSchema | typeof AnnouncementReceiptSchema>>(em);
