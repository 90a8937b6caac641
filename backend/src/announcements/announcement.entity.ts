import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** What is announced: a new version of the terms, a change of the privacy policy, another price of a plan. */
export const ANNOUNCEMENT_KINDS = ['terms', 'privacy', 'price'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

/** A change that customers are told of ahead. It stays as it was announced; before the first email, or before a price is published, it can be taken back, which removes it. */
export const AnnouncementSchema = defineEntity({
  name: 'Announcement',
  tableName: 'announcement',
  properties: {
    ...baseProperties,
    kind: p.enum(ANNOUNCEMENT_KINDS),
    /** What customers read of it, in the words of an admin. */
    text: p.text(),
    /** The beginning of its day in Zurich. */
    effectiveFrom: p.datetime(3),
    /** Emails go out from then on. */
    sendFrom: p.datetime(3),
    /** The version of the terms that is announced; null for the other kinds. */
    version: p.string().length(20).nullable().unique(),
    /** Which plan's price changes; null for the other kinds. */
    planId: p.string().length(40).nullable(),
    priceRappen: p.integer().nullable(),
    /** Of a price: since when new orders pay it. From then on it cannot be taken back. */
    publishedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'announcement_day_once',
      expression: `create unique index "announcement_day_once" on "announcement" ("kind", coalesce("plan_id", ''), "effective_from")`,
    },
  ],
  checks: [
    {
      name: 'announcement_of_its_kind',
      expression:
        "(kind = 'terms') = (version is not null) and (kind = 'price') = (plan_id is not null) and (kind = 'price') = (price_rappen is not null)",
    },
  ],
});
export class Announcement extends AnnouncementSchema.class {}
AnnouncementSchema.setClass(Announcement);

/** That somebody is told, and when they were. */
export const AnnouncementReceiptSchema = defineEntity({
  name: 'AnnouncementReceipt',
  tableName: 'announcement_receipt',
  properties: {
    ...baseProperties,
    announcementId: p.uuid(),
    userId: p.uuid().index(),
    /** When sending began: from then on it cannot be taken back. */
    begunAt: p.datetime(3).nullable(),
    sentAt: p.datetime(3).nullable(),
    /** The day that the email names, kept before it goes: said again after a crash, it is the same. */
    saidFrom: p.datetime(3).nullable(),
    /** From when it holds for this account: the announced day, or a later one where the email came late. */
    effectiveFrom: p.datetime(3).nullable(),
    /** To new terms. */
    answer: p.enum(['accepted', 'refused']).nullable(),
    answeredAt: p.datetime(3).nullable(),
    /** Of a refusal: the end of the paid period, or the refusal itself where nothing was paid for. */
    oldTermsUntil: p.datetime(3).nullable(),
    /** When the plan of a refusal was ended, which follows it. */
    planEndedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['announcementId', 'userId'] }],
  checks: [
    {
      name: 'announcement_receipt_sent',
      expression:
        '(sent_at is null) = (effective_from is null) and (sent_at is null or begun_at is not null) and (begun_at is null) = (said_from is null)',
    },
    {
      name: 'announcement_receipt_answered',
      expression:
        "(answer is null) = (answered_at is null) and (answer is not distinct from 'refused') = (old_terms_until is not null) and (plan_ended_at is null or answer is not distinct from 'refused')",
    },
  ],
});
export class AnnouncementReceipt extends AnnouncementReceiptSchema.class {}
AnnouncementReceiptSchema.setClass(AnnouncementReceipt);
