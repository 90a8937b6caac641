import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

export const DELETION_KINDS = [
  'portraits',
  'reference_photos',
  'draft',
  'profile',
  'example',
  'judgement',
  'judgement_sentence',
  'link',
  'account',
] as const;
export type DeletionKind = (typeof DELETION_KINDS)[number];

/** Why something went: its owner asked for it, a promise came due (docs/retention.md#promises), or an admin removed what was misused. */
export const DELETION_RULES = [
  'asked',
  'training_done',
  'retry_window',
  'portraits',
  'drafts',
  'left_photos',
  'unconfirmed_accounts',
  'misuse',
  'examples',
] as const;
export type DeletionRule = (typeof DELETION_RULES)[number];

/** What a profile has been trained to: nothing yet, crops of photos on our machines, or a version at a provider. */
export const RECEIPT_MODELS = ['none', 'crops', 'hosted'] as const;
export type ReceiptModel = (typeof RECEIPT_MODELS)[number];

/** That something of a person was deleted: what kind, by which rule, how many and when; nothing of what it was. */
export const DeletionReceiptSchema = defineEntity({
  name: 'DeletionReceipt',
  tableName: 'deletion_receipt',
  properties: {
    ...baseProperties,
    userId: p.uuid(),
    kind: p.enum(DELETION_KINDS),
    rule: p.enum(DELETION_RULES),
    count: p.integer(),
    /** The model that went with a profile, or that the profile keeps when its photos go after training; null elsewhere, and in older receipts. */
    model: p.enum(RECEIPT_MODELS).nullable(),
    /** How many crops that model has. */
    crops: p.integer().nullable(),
    /** When the journal outside the database had it, too. */
    journaledAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['userId', 'createdAt'] }],
});
export class DeletionReceipt extends DeletionReceiptSchema.class {}
DeletionReceiptSchema.setClass(DeletionReceipt);
