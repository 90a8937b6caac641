import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** What is remembered of a registration until its address is confirmed: the browser it came from, and the page that was asked for. */
export const RegistrationSchema = defineEntity({
  name: 'Registration',
  tableName: 'registration',
  properties: {
    ...baseProperties,
    userId: p.uuid().unique(),
    /** Of the secret in the browser's cookie; the secret itself is stored nowhere else. */
    browserHash: p.string().length(64),
    /** A path of the app; null where none was asked for. */
    redirect: p.string().length(500).nullable(),
    expiresAt: p.datetime(3).index(),
  },
});
export class Registration extends RegistrationSchema.class {}
RegistrationSchema.setClass(Registration);
