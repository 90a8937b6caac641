import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** A backup that was made to its end: one that failed leaves no row, and its age goes on growing. */
export const BackupSchema = defineEntity({
  name: 'Backup',
  tableName: 'backup',
  properties: {
    ...baseProperties,
    finishedAt: p.datetime(3).index(),
    /** Of the dump of the database, encrypted. */
    bytes: p.bigint('number'),
    /** Objects that were copied this time, and copies that were removed. */
    copied: p.integer(),
    removed: p.integer(),
    /** The dump was restored into a database of its own, and its books were right. */
    isChecked: p.boolean(),
  },
});
export class Backup extends BackupSchema.class {}
BackupSchema.setClass(Backup);
