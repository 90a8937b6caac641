import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** A visitor's choice about cookies: what was chosen, when, and in view of which text. Nothing says whose it is. */
export const CookieChoiceSchema = defineEntity({
  name: 'CookieChoice',
  tableName: 'cookie_choice',
  properties: {
    ...baseProperties,
    version: p.string().length(20),
    analytics: p.boolean(),
    marketing: p.boolean(),
  },
  indexes: [{ properties: ['createdAt'] }],
});
export class CookieChoice extends CookieChoiceSchema.class {}
CookieChoiceSchema.setClass(CookieChoice);
