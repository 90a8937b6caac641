import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** An authenticator app that gives a code besides the password; one per user. */
export const AuthenticatorSchema = defineEntity({
  name: 'Authenticator',
  tableName: 'authenticator',
  properties: {
    ...baseProperties,
    userId: p.uuid().unique(),
    /** Encrypted with a key derived from the server's secret. */
    sealedSecret: p.string().length(200),
    /** The newest time step a code was accepted for; a code works once. */
    lastStep: p.bigint('number').default(0),
  },
});
export class Authenticator extends AuthenticatorSchema.class {}
AuthenticatorSchema.setClass(Authenticator);
