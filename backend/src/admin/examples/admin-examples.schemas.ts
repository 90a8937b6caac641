import { z } from 'zod';
import { facts } from '../../facts/index.js';
import { displayText } from '../../platform/http/index.js';
import { Alias, EXAMPLE_ENDINGS, EXAMPLE_PLACES, EXAMPLE_STATUSES, ExamplePlaces } from '../../examples/index.js';

const AdminExamplePicture = z
  .object({
    id: z.uuid(),
    kind: z.enum(['before', 'portrait']),
    isReady: z.boolean().describe('Whether its copies are stored.'),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'AdminExamplePicture' });

export const AdminExample = z
  .object({
    id: z.uuid(),
    status: z.enum(EXAMPLE_STATUSES),
    alias: z.string(),
    styleId: z.uuid(),
    places: z.array(z.enum(EXAMPLE_PLACES)),
    releaseReference: z.string(),
    releasedAt: z.iso.datetime(),
    months: z.int().nullable(),
    endsAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    shownAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
    endedBecause: z.enum(EXAMPLE_ENDINGS).nullable(),
    account: z
      .object({ id: z.uuid(), email: z.string() })
      .nullable()
      .describe('The customer who offered it; null where the operator has the release.'),
    pictures: z.array(AdminExamplePicture),
  })
  .meta({ id: 'AdminExample' });
export type AdminExample = z.infer<typeof AdminExample>;
export const AdminExampleList = z
  .object({ items: z.array(AdminExample), rewardCredits: z.int() })
  .meta({ id: 'AdminExampleList' });
export type AdminExampleList = z.infer<typeof AdminExampleList>;

export const AdminExampleBody = z
  .strictObject({
    alias: Alias,
    styleId: z.uuid(),
    places: ExamplePlaces,
    releaseReference: displayText(120).describe('Where the signed release is kept.'),
    releasedAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
  })
  .meta({ id: 'AdminExampleBody' });
export type AdminExampleBody = z.infer<typeof AdminExampleBody>;
export const AdminExampleChange = AdminExampleBody.partial().meta({ id: 'AdminExampleChange' });
export type AdminExampleChange = z.infer<typeof AdminExampleChange>;

export const AdminExampleShowBody = z
  .strictObject({
    pictureIds: z
      .array(z.uuid())
      .min(1)
      .max(facts.examples.mostPortraits + 1)
      .describe('All its pictures, as the admin has looked at them: where others are there now nothing is shown.'),
  })
  .meta({ id: 'AdminExampleShowBody' });

export const AdminExampleEndBody = z
  .strictObject({ reason: displayText(500).describe('Written down; an offer that is refused is answered without it.') })
  .meta({ id: 'AdminExampleEndBody' });

export const AdminExampleReward = z
  .strictObject({ rewardCredits: z.int().min(0).max(facts.examples.maxRewardCredits) })
  .meta({ id: 'AdminExampleReward' });
