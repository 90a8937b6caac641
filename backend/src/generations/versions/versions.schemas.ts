import { z } from 'zod';
import { facts } from '../../facts/index.js';
import { RETOUCHES } from '../../integrations/portrait-engine/index.js';
import { ChosenBackground } from './portrait-background.js';
import { VERSION_FORMATS } from './version-formats.js';

const share = z.number().min(0).max(1);
const Light = z.number().min(-1).max(1);

export const RefineBody = z
  .strictObject({
    format: z.enum(VERSION_FORMATS).describe('`portrait` is its own 4:5.'),
    left: share.describe('Left edge of the part that is kept, as a share of the portrait’s width.'),
    top: share.describe('Its upper edge, as a share of the height.'),
    width: share
      .min(facts.refinement.leastWidth)
      .describe('Its width, as a share of the portrait’s; the height follows from the format.'),
    brightness: Light.default(0).describe('From darker (-1) to lighter (1); 0 leaves it.'),
    warmth: Light.default(0).describe('From cooler (-1) to warmer (1); 0 leaves it.'),
    layersId: z
      .uuid()
      .optional()
      .describe(
        'Makes the portrait again, of the photo and with the retouch of these layers, before it is cut; the part is one of that picture then.',
      ),
    background: ChosenBackground.optional().describe('What stands behind the person then; its own scene without it.'),
  })
  .refine(({ layersId, background }) => layersId !== undefined || background === undefined, {
    path: ['background'],
    message: 'needs layersId',
  })
  .meta({ id: 'RefineBody' });
export type RefineBody = z.infer<typeof RefineBody>;

export const VersionView = z
  .object({
    id: z.uuid(),
    number: z.int(),
    format: z.enum(VERSION_FORMATS),
    part: z.object({ left: z.number(), top: z.number(), width: z.number() }),
    brightness: z.number(),
    warmth: z.number(),
    retouch: z.enum(RETOUCHES).nullable().describe('Of one that was made again; else null.'),
    background: ChosenBackground.nullable().describe('Of one that was made again; else null.'),
    width: z.int(),
    height: z.int(),
    url: z
      .string()
      .nullable()
      .describe('The JPEG, or the PNG where nothing is behind the person; null until it is made, within seconds.'),
    downloadUrl: z.string().nullable(),
  })
  .meta({ id: 'PortraitVersion' });
export type VersionView = z.infer<typeof VersionView>;

export const LayersBody = z
  .strictObject({
    photoId: z
      .uuid()
      .optional()
      .describe('Another of the `trainedPhotos` that portraits are made of; its own without it.'),
    retouch: z.enum(RETOUCHES).optional().describe('That of the run without it.'),
  })
  .meta({ id: 'LayersBody' });
export type LayersBody = z.infer<typeof LayersBody>;

export const LayersView = z
  .object({
    id: z.uuid(),
    layers: z
      .object({
        width: z.int().describe('Size of the portrait, not of the layers.'),
        height: z.int(),
        face: z
          .object({ x: z.number(), y: z.number(), height: z.number() })
          .describe('As `Portrait.face`, which another photo changes.'),
        personUrl: z.string().describe('The person, clear around (WebP).'),
        backgroundUrl: z.string().describe('What is behind, of the same size (JPEG).'),
      })
      .nullable()
      .describe(`Null until they are made, within seconds; at most ${facts.refinement.layerPixels} pixels high.`),
  })
  .meta({ id: 'PortraitLayers' });
export type LayersView = z.infer<typeof LayersView>;
