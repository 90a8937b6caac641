import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const EMAIL_TOKEN_KINDS = ['confirm_email', 'reset_password'] as const;
export type EmailTokenKind = (typeof EMAIL_TOKEN_KINDS)[number];

/** A link sent by mail. The secret part is derived from the id and never stored. */
export const EmailTokenSchema = defineEntity({
  name: 'EmailToken',
  tableName: 'email_token',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    kind: p.enum(EMAIL_TOKEN_KINDS),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['expiresAt'] }],
});
export class EmailToken extends EmailTokenSchema.class {}
EmailTokenSchema.setClass(EmailToken);
