import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { EmailRecordSchema } from './email.entity.js';
import type { PushSubscriptionSchema } from './push/push-subscription.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<TablesOf<typeof EmailRecordSchema | typeof PushSubscriptionSchema>>(em);
