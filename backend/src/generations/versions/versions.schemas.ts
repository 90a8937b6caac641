import { z } from 'zod';
import { facts } from '../../facts/index.js';
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
    width: z.int(),
    height: z.int(),
    url: z.string().nullable().describe('The JPEG; null until it is made, within seconds.'),
    downloadUrl: z.string().nullable(),
  })
  .meta({ id: 'PortraitVersion' });
export type VersionView = z.infer<typeof VersionView>;
