import { defineEntity, p } from '@mikro-orm/core';
import type { PortraitSource } from '../integrations/portrait-engine/index.js';
import { baseProperties } from '../platform/database/index.js';
import type { FormatKey } from './portrait-format-keys.js';

/** One finished portrait: the marked JPEG as the engine wrote it, never re-encoded. */
export const PortraitSchema = defineEntity({
  name: 'Portrait',
  tableName: 'portrait',
  properties: {
    ...baseProperties,
    generationId: p.uuid(),
    userId: p.uuid().index(),
    position: p.integer(),
    storageKey: p.string().length(200).unique(),
    previewKey: p.string().length(200),
    width: p.integer(),
    height: p.integer(),
    bytes: p.integer(),
    /** Null where likeness is switched off. */
    likeness: p.float().nullable(),
    /** What the portraits of a run are ordered by. */
    rank: p.float(),
    /** The formats it was cut to when it was made: there have been more with time. */
    formats: p.array<FormatKey>().default([]),
    /** Whether the larger preview was stored, too. */
    hasLargePreview: p.boolean().default(false),
    /** What it was made of, as a file of the profile's model: gone with the profile. */
    source: p.json<PortraitSource>().nullable(),
    isFavourite: p.boolean().default(false),
  },
  uniques: [{ properties: ['generationId', 'position'] }],
});
export class Portrait extends PortraitSchema.class {}
PortraitSchema.setClass(Portrait);
