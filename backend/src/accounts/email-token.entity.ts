import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** A link sent by mail. The secret part is derived from the id and never stored. */
export const EmailTokenSchema = defineEntity({
  name: 'EmailToken',
  tableName: 'email_token',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    kind: p.enum(['confirm_email']),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
});
export class EmailToken extends EmailTokenSchema.class {}
EmailTokenSchema.setClass(EmailToken);
