import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** A Google account that may sign in. Known by its subject, never by its address: a Google address may change, ours does not. */
export const GoogleIdentitySchema = defineEntity({
  name: 'GoogleIdentity',
  tableName: 'google_identity',
  properties: {
    ...baseProperties,
    userId: p.uuid().unique(),
    subject: p.string().length(255).unique(),
    /** The address Google told when it was linked; for the owner to recognise it. */
    email: p.string().length(254),
  },
});
export class GoogleIdentity extends GoogleIdentitySchema.class {}
GoogleIdentitySchema.setClass(GoogleIdentity);
