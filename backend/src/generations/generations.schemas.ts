import { z } from 'zod';
import { COMPLAINTS, DEFAULT_RETOUCH, RETOUCHES } from '../integrations/portrait-engine/index.js';
import { GENERATION_STATUSES } from './generation.entity.js';
import { NOT_STARTED_REASONS, PLANNED_RUN_STATUSES } from './planned-run.entity.js';
import { FORMAT_KEYS } from './portrait-format-keys.js';
import { VersionView } from './versions/versions.schemas.js';

const ChosenRetouch = z
  .enum(RETOUCHES)
  .default(DEFAULT_RETOUCH)
  .describe(
    'How much of the skin is evened out: `none`, `subtle` softens blotches and shine, `more` also shadows below the eyes. Form, colour and lightness of the face stay at each. Without effect where the profile’s `offersRetouch` is false.',
  );

export const CreateGenerationBody = z
  .strictObject({ profileId: z.uuid(), styleId: z.uuid(), retouch: ChosenRetouch })
  .meta({ id: 'CreateGenerationBody' });

export const RepeatGenerationBody = z
  .strictObject({
    complaint: z
      .enum(COMPLAINTS)
      .describe(
        'What was not liked. `expression` and `clothes` leave out the photo that came most often, `crop` leaves more room around the head, `light` models the face less, `likeness` leaves it as it is in the photo.',
      ),
  })
  .meta({ id: 'RepeatGenerationBody' });

export const PlanRunBody = z.strictObject({ styleId: z.uuid(), retouch: ChosenRetouch }).meta({ id: 'PlanRunBody' });

export const PlannedRunView = z
  .object({
    status: z
      .enum(['none', ...PLANNED_RUN_STATUSES])
      .describe('`planned` until the training ends well, then `started`, or `not_started` with a reason.'),
    style: z.object({ id: z.uuid(), slug: z.string(), displayName: z.string() }).nullable(),
    retouch: z.enum(RETOUCHES).nullable(),
    reason: z
      .enum(NOT_STARTED_REASONS)
      .nullable()
      .describe('Why it was not started, and nothing charged: too few credits, a style that is off sale, no consent.'),
    generationId: z.uuid().nullable().describe('The run that was started; it may have been deleted since.'),
  })
  .meta({ id: 'PlannedRun' });

export const PortraitView = z
  .object({
    id: z.uuid(),
    generationId: z.uuid().describe('The run it came from.'),
    index: z.int(),
    url: z
      .string()
      .describe('The original JPEG; signed, valid for at most 3600 s and at least 3300 s, for the owner only.'),
    previewUrl: z.string().describe('Small WebP for lists.'),
    previews: z
      .array(z.object({ width: z.int(), url: z.string() }))
      .describe(
        'The portrait as WebP in several widths, smallest first; only the small one for portraits from before there were more.',
      ),
    downloadUrl: z.string().describe('The original as `portrait-{timestamp}.jpg`.'),
    width: z.int(),
    height: z.int(),
    likeness: z.number().nullable().describe('Highest cosine to the own photos; null where faces are not compared.'),
    favourite: z.boolean(),
    before: z
      .object({ url: z.string(), left: z.number(), top: z.number(), width: z.number(), height: z.number() })
      .nullable()
      .describe(
        'The cut-out photo it was made of (JPEG), and the part of it that the portrait shows, as shares of its width and height; null where a model drew it, or once the profile is gone.',
      ),
    face: z
      .object({ x: z.number(), y: z.number(), height: z.number() })
      .nullable()
      .describe(
        'The middle between the eyes, and the height from forehead to chin, as shares of the portrait’s width and height; null where a model drew it.',
      ),
    refinable: z
      .boolean()
      .describe('Whether it can be made again with another background, photo or retouch, while its profile exists.'),
    versions: z.array(VersionView).describe('What its customer made of it, oldest first.'),
    formats: z
      .array(z.object({ format: z.enum(FORMAT_KEYS), width: z.int(), height: z.int(), downloadUrl: z.string() }))
      .describe(
        'Cuts of the portrait for what people need, as JPEG files; empty for portraits from before there were any.',
      ),
  })
  .meta({ id: 'Portrait' });

export const GenerationView = z
  .object({
    id: z.uuid(),
    status: z.enum(GENERATION_STATUSES),
    style: z
      .object({ id: z.uuid(), slug: z.string(), displayName: z.string(), previewUrl: z.string().nullable() })
      .nullable(),
    profileId: z.uuid().nullable(),
    retouch: z
      .enum(RETOUCHES)
      .nullable()
      .describe('The chosen retouch; null for runs that could not choose one, see `AiProfile.offersRetouch`.'),
    repeatOf: z.uuid().nullable().describe('The run that this one repeats free; it may have been deleted since.'),
    complaint: z.enum(COMPLAINTS).nullable().describe('What was not liked of that one.'),
    repeatable: z.boolean().describe('Whether it can be repeated free: once per profile, while that is kept.'),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable(),
    progress: z.object({ fraction: z.number().min(0).max(1) }).nullable(),
    estimateSeconds: z.int().describe('How long a run takes: half of the latest were done by then.'),
    usualSeconds: z.int().describe('After this many seconds it takes longer than usual: 19 of 20 were done by then.'),
    previews: z
      .array(z.object({ index: z.int(), url: z.string() }))
      .describe('Finished portraits while the run is under way: at most 240 × 300 px, marked «Vorschau».'),
    portraits: z
      .array(PortraitView)
      .describe(
        'Complete or empty, but for those their owner deleted; most alike first, or the best where faces are not compared.',
      ),
    sourceType: z
      .enum(['compositeSynthetic', 'trainedAlgorithmicMedia'])
      .nullable()
      .describe('The IPTC DigitalSourceType that every file of the run carries.'),
    sample: z
      .boolean()
      .describe('Whether the portraits are marked drawings of the emulator that stands in for a hosted engine.'),
    archiveUrl: z.string().nullable().describe('ZIP of all portraits.'),
    creditsReturnedOnDeletion: z
      .int()
      .describe(
        'How many credits come back if the run is deleted now: all of them while it is under way and no preview of it was made, then none.',
      ),
  })
  .meta({ id: 'Generation' });

export const FavouriteList = z
  .object({
    items: z.array(
      PortraitView.extend({
        style: GenerationView.shape.style,
        expiresAt: z.iso.datetime().nullable(),
      }).meta({ id: 'FavouritePortrait' }),
    ),
  })
  .meta({ id: 'FavouriteList' });

export const GenerationPage = z
  .object({ items: z.array(GenerationView), nextCursor: z.string().nullable() })
  .meta({ id: 'GenerationPage' });
