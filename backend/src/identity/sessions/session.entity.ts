import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

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
    expiresAt: p.datetime(3).index(),
    userAgent: p.string().length(300).nullable(),
    address: p.string().length(60).nullable(),
    /** When the person last proved who they are; sensitive acts ask for a recent proof. */
    provenAt: p.datetime(3),
    /** A second factor was shown: a passkey, or a code besides the password. */
    secondFactor: p.boolean().default(false),
  },
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
