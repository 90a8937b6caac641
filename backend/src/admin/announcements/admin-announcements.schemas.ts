import { z } from 'zod';
import { ANNOUNCEMENT_KINDS } from '../../announcements/index.js';
import { PLAN_IDS } from '../../facts/index.js';
import { displayTextInLines } from '../../platform/http/index.js';

const at = z.iso.datetime();
const text = displayTextInLines(4000, 10).describe(
  'What customers read in the email, below what the product says itself.',
);
const effectiveOn = z.iso.date().describe('The day in Zurich from which it holds.');

export const AdminAnnouncementBody = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('terms'),
      text,
      effectiveOn,
      version: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .describe('Year and month of the version, as the terms will be published.'),
    }),
    z.strictObject({ kind: z.literal('privacy'), text, effectiveOn }),
    z.strictObject({
      kind: z.literal('price'),
      text,
      effectiveOn,
      planId: z.enum(PLAN_IDS),
      priceRappen: z.int().min(50).max(1_000_000),
    }),
  ])
  .meta({ id: 'AdminAnnouncementBody' });
export type AdminAnnouncementBody = z.infer<typeof AdminAnnouncementBody>;

export const AdminAnnouncement = z
  .object({
    id: z.uuid(),
    kind: z.enum(ANNOUNCEMENT_KINDS),
    text: z.string(),
    effectiveOn: z.iso.date(),
    version: z.string().nullable(),
    planId: z.enum(PLAN_IDS).nullable(),
    priceRappen: z.int().nullable(),
    announcedAt: at,
    sendFrom: at.describe('When emails begin to go out.'),
    concerned: z.int().describe('How many people are told; until emails are noted, how many would be.'),
    sent: z.int().describe('How many emails went out.'),
    canBeTakenBack: z.boolean(),
    isPublished: z
      .boolean()
      .nullable()
      .describe('Whether the terms are published in this version: nobody is asked before. Null for other kinds.'),
    accepted: z.int().describe('How many have accepted new terms.'),
    refused: z.int().describe('How many have refused them.'),
    publishedAt: at.nullable().describe('Since when new orders pay an announced price. Null for other kinds.'),
  })
  .meta({ id: 'AdminAnnouncement' });
export type AdminAnnouncement = z.infer<typeof AdminAnnouncement>;

export const AdminAnnouncementList = z
  .object({
    items: z.array(AdminAnnouncement),
    earliestOn: z.iso.date().describe('The first day from which a change that is announced now may hold.'),
  })
  .meta({ id: 'AdminAnnouncementList' });
export type AdminAnnouncementList = z.infer<typeof AdminAnnouncementList>;

export const AdminAnnouncementPreview = z
  .object({
    concerned: z.int().describe('How many people would be told.'),
    byPrice: z
      .array(z.object({ priceRappen: z.int(), customers: z.int() }))
      .describe('Of a price: what they pay now, and how many of them. Empty for other kinds.'),
    subject: z.string(),
    text: z.string().describe('The email as plain text, to somebody without a name.'),
  })
  .meta({ id: 'AdminAnnouncementPreview' });
export type AdminAnnouncementPreview = z.infer<typeof AdminAnnouncementPreview>;
