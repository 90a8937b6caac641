import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';
import type { Scope } from '../../platform/http/index.js';

/** A key with which a program acts for its owner. Only its hash is kept; deleting the row ends it at once. */
export const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    name: p.string().length(60),
    tokenHash: p.string().length(64).unique(),
    /** The first characters, for the owner to recognise it. */
    hint: p.string().length(12),
    scopes: p.json<Scope[]>(),
    lastUsedAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3).nullable(),
  },
});
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
