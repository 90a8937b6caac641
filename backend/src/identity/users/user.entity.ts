import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const UserSchema = defineEntity({
  name: 'User',
  tableName: 'app_user',
  properties: {
    ...baseProperties,
    /** Trimmed and lower-cased; the address mails go to. */
    email: p.string().length(254).unique(),
    displayName: p.string().length(100).nullable(),
    /** https only; shown by browsers, never fetched by the server. */
    avatarUrl: p.string().length(2000).nullable(),
    role: p.enum(['user', 'admin']).default('user'),
    isBlocked: p.boolean().default(false),
    blockedReason: p.string().length(500).nullable(),
    passwordHash: p.string().length(200).nullable(),
    emailConfirmedAt: p.datetime(3).nullable(),
    termsAcceptedAt: p.datetime(3).nullable(),
    termsVersion: p.string().length(20).nullable(),
    /** Whether finished trainings and portraits are told by mail, or by push message. */
    notifyByEmail: p.boolean().default(true),
    notifyByPush: p.boolean().default(true),
    /** The account was deleted; what is left of it is a pseudonym that accounting refers to. */
    deletedAt: p.datetime(3).nullable().index(),
  },
  indexes: [{ properties: ['createdAt', 'id'] }],
});
export class User extends UserSchema.class {}
UserSchema.setClass(User);
