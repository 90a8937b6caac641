import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** An opaque session. Only the hash of its token is kept; deleting the row ends it at once. */
export const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    tokenHash: p.string().length(64).unique(),
    transport: p.enum(['cookie', 'bearer']),
    lastSeenAt: p.datetime(3),
    expiresAt: p.datetime(3),
    userAgent: p.string().length(300).nullable(),
    address: p.string().length(60).nullable(),
  },
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
