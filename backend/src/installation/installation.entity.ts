import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** One row: in which mode this database was first used. */
export const InstallationSchema = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  properties: {
    ...baseProperties,
    /** True, and unique: there is no second row. */
    isOnlyOne: p.boolean().default(true).unique(),
    mode: p.string().length(20),
  },
});
export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);
