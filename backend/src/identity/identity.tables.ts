import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { ApiKeyUsageSchema } from './api-keys/api-key-usage.entity.js';
import type { ApiKeySchema } from './api-keys/api-key.entity.js';
import type { SessionSchema } from './sessions/session.entity.js';
import type { UserSchema } from './users/user.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<TablesOf<typeof ApiKeySchema | typeof ApiKeyUsageSchema | typeof SessionSchema | typeof UserSchema>>(em);
