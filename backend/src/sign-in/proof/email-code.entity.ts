import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** A six-digit code sent by mail. The digits are derived from the id and never stored. */
export const EmailCodeSchema = defineEntity({
  name: 'EmailCode',
  tableName: 'email_code',
  properties: {
    ...baseProperties,
    /** What the code proves something for: a user, or an unfinished sign-in. */
    subjectId: p.uuid().index(),
    email: p.string().length(254),
    expiresAt: p.datetime(3),
    /** Wrong guesses so far; a few end the code. */
    attempts: p.integer().default(0),
    usedAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['expiresAt'] }],
});
export class EmailCode extends EmailCodeSchema.class {}
EmailCodeSchema.setClass(EmailCode);
