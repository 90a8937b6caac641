import { z } from 'zod';
import { facts } from '../facts/index.js';
import { displayText, withoutLinks } from '../platform/http/index.js';
import { PHOTO_REASONS } from '../integrations/portrait-engine/index.js';
import { EXAMPLE_ENDINGS, EXAMPLE_PLACES, EXAMPLE_STATUSES } from './example.entity.js';

export const ExamplePlaces = z
  .array(z.enum(EXAMPLE_PLACES))
  .min(1)
  .refine((places) => new Set(places).size === places.length, { message: 'each place once' })
  .describe(
    '`home`: the start page; `styles`: the overview and the pages of styles; `guides`: the pages on occasions.',
  );
export const Alias = withoutLinks(displayText(facts.examples.aliasMax));

export const PublishedPicture = z
  .object({
    url: z.string().describe(`${facts.examples.widths[0]} px wide; checked anew on each request.`),
    largeUrl: z.string().describe(`At most ${facts.examples.widths[1]} px wide.`),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'PublishedPicture' });
export const PublishedExample = z
  .object({
    id: z.uuid(),
    alias: z.string(),
    style: z.object({ slug: z.string(), displayName: z.string() }),
    before: PublishedPicture.nullable(),
    portraits: z.array(PublishedPicture),
  })
  .meta({ id: 'PublishedExample' });
export const PublishedExamples = z.object({ items: z.array(PublishedExample) }).meta({ id: 'PublishedExamples' });
export const PublishedExamplesQuery = z.strictObject({
  place: z.enum(EXAMPLE_PLACES),
  style: z.string().max(60).optional(),
});

export const OfferExampleBody = z
  .strictObject({
    portraitIds: z.array(z.uuid()).min(1).max(facts.examples.mostPortraits),
    places: ExamplePlaces,
    months: z.union(facts.examples.months.map((months) => z.literal(months))).describe('From the day it is shown.'),
    alias: Alias.describe('What stands beside the pictures.'),
    version: z.string().max(20).describe('Version of the text that was agreed to.'),
  })
  .meta({ id: 'OfferExampleBody' });

export const OwnExample = z
  .object({
    id: z.uuid(),
    generationId: z.uuid().nullable(),
    status: z.enum(EXAMPLE_STATUSES),
    alias: z.string(),
    style: z.string(),
    places: z.array(z.enum(EXAMPLE_PLACES)),
    months: z.int().nullable(),
    portraits: z.int(),
    hasBefore: z.boolean(),
    offeredAt: z.iso.datetime(),
    shownAt: z.iso.datetime().nullable(),
    endsAt: z.iso.datetime().describe('Of an offer: so long it waits.'),
    endedBecause: z.enum(EXAMPLE_ENDINGS).nullable(),
  })
  .meta({ id: 'OwnExample' });
export const OwnExamples = z
  .object({
    items: z.array(OwnExample),
    rewardCredits: z
      .int()
      .describe('What the next accepted offer brings; 0 once one was rewarded, or where nothing is given.'),
  })
  .meta({ id: 'OwnExamples' });

export const ExampleUpload = z
  .object({
    accepted: z.boolean(),
    reason: z.enum([...PHOTO_REASONS, 'not_made_here']).nullable(),
  })
  .meta({ id: 'ExampleUpload' });
