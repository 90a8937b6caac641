import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const UserSchema = defineEntity({
  name: 'User',
  tableName: 'app_user',
  properties: {
    ...baseProperties,
    /** Trimmed and lower-cased; the address mails go to. */
    email: p.string().length(254).unique(),
    displayName: p.string().length(100).nullable(),
    avatarUrl: p.string().length(2000).nullable(),
    role: p.enum(['user', 'admin']).default('user'),
    isBlocked: p.boolean().default(false),
    passwordHash: p.string().length(200).nullable(),
    emailConfirmedAt: p.datetime(3).nullable(),
    termsAcceptedAt: p.datetime(3).nullable(),
    termsVersion: p.string().length(20).nullable(),
  },
});
export class User extends UserSchema.class {}
UserSchema.setClass(User);
