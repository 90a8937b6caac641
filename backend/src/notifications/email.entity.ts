import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** One email, whatever happens: one row and one Message-ID per key. Neither address nor content is kept. */
export const EmailRecordSchema = defineEntity({
  name: 'EmailRecord',
  tableName: 'mail',
  properties: {
    ...baseProperties,
    /** The act the email tells of. */
    key: p.string().length(200).unique(),
    messageId: p.string().length(250).unique(),
    userId: p.uuid().nullable().index(),
    template: p.string().length(60),
    sentAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['createdAt'] }],
});
export class EmailRecord extends EmailRecordSchema.class {}
EmailRecordSchema.setClass(EmailRecord);
