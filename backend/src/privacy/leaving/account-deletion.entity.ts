import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** The protocol of an account's deletion: what went, counted, and when; no content. */
export const AccountDeletionSchema = defineEntity({
  name: 'AccountDeletion',
  tableName: 'account_deletion',
  properties: {
    ...baseProperties,
    userId: p.uuid().unique(),
    /** Where the receipt goes; forgotten once it has been sent. */
    email: p.string().length(254).nullable(),
    removed: p.json<Record<string, number>>(),
    receiptSentAt: p.datetime(3).nullable(),
  },
});
export class AccountDeletion extends AccountDeletionSchema.class {}
AccountDeletionSchema.setClass(AccountDeletion);
