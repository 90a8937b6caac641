import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** A style that somebody likes best. It stays while the style is off sale, and goes with the account. */
export const FavouriteStyleSchema = defineEntity({
  name: 'FavouriteStyle',
  tableName: 'favourite_style',
  properties: {
    ...baseProperties,
    userId: p.uuid(),
    styleId: p.uuid(),
  },
  uniques: [{ properties: ['userId', 'styleId'] }],
});
export class FavouriteStyle extends FavouriteStyleSchema.class {}
FavouriteStyleSchema.setClass(FavouriteStyle);
