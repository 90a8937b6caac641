import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** A WebAuthn credential. The private key never leaves the person's device. */
export const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    name: p.string().length(60),
    /** Base64url, as browsers tell it. */
    credentialId: p.string().length(1400).unique(),
    publicKey: p.blob(),
    /** Counts up on authenticators that count; 0 for those that do not. */
    counter: p.bigint('number').default(0),
    transports: p.json<string[]>(),
    backedUp: p.boolean(),
    lastUsedAt: p.datetime(3).nullable(),
  },
});
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);
