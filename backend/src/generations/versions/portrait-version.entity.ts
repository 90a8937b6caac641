import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';
import { RETOUCHES } from '../../integrations/portrait-engine/index.js';
import type { ChosenBackground } from './portrait-background.js';
import { VERSION_FORMATS } from './version-formats.js';

/** A part of a portrait as its customer cut and lit it («Feinschliff»); it goes with the portrait. */
export const PortraitVersionSchema = defineEntity({
  name: 'PortraitVersion',
  tableName: 'portrait_version',
  properties: {
    ...baseProperties,
    userId: p.uuid(),
    generationId: p.uuid(),
    portraitId: p.uuid().index(),
    /** From 1, within its run. */
    number: p.integer(),
    format: p.enum(VERSION_FORMATS),
    /** The part of the portrait, in its pixels; of one that was made again, in that one's. */
    partLeft: p.integer(),
    partTop: p.integer(),
    partWidth: p.integer(),
    partHeight: p.integer(),
    /** From -100 to 100, see `facts.refinement`. */
    brightness: p.integer(),
    warmth: p.integer(),
    /** Whether it was made again of the profile's photos, and how; null where it was cut out of the portrait as it is. */
    retouch: p.enum(RETOUCHES).nullable(),
    /** Another photo in the place of the portrait's own. */
    photoId: p.uuid().nullable(),
    background: p.json<ChosenBackground>().nullable(),
    /** Size in pixels of the picture that was made again. */
    remadeWidth: p.integer().nullable(),
    remadeHeight: p.integer().nullable(),
    /** Size of the file in pixels. */
    pixelWidth: p.integer(),
    pixelHeight: p.integer(),
    /** Null while it is being made. */
    readyAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['generationId', 'number'] }],
  checks: [
    {
      name: 'portrait_version_part',
      expression: 'part_left >= 0 and part_top >= 0 and part_width > 0 and part_height > 0',
    },
    {
      name: 'portrait_version_remade',
      expression: '(retouch is null) = (background is null) and (photo_id is null or retouch is not null)',
    },
    {
      name: 'portrait_version_light',
      expression: 'brightness >= -100 and brightness <= 100 and warmth >= -100 and warmth <= 100',
    },
  ],
});
export class PortraitVersion extends PortraitVersionSchema.class {}
PortraitVersionSchema.setClass(PortraitVersion);
