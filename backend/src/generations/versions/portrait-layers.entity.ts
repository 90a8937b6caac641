import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';
import { RETOUCHES, type FacePlace } from '../../integrations/portrait-engine/index.js';

/**
 * A portrait in two parts, person and background, for the screen on which its versions are made. The rows go with portrait and profile (foreign
 * keys), the files after an hour.
 */
export const PortraitLayersSchema = defineEntity({
  name: 'PortraitLayers',
  tableName: 'portrait_layers',
  properties: {
    ...baseProperties,
    userId: p.uuid(),
    profileId: p.uuid().index(),
    generationId: p.uuid(),
    portraitId: p.uuid().index(),
    /** Another photo of the profile in the place of the portrait's own; null for its own. */
    photoId: p.uuid().nullable(),
    retouch: p.enum(RETOUCHES),
    /** Size in pixels of a portrait made so, and where its face is; null until that is known. */
    pixelWidth: p.integer().nullable(),
    pixelHeight: p.integer().nullable(),
    face: p.json<FacePlace>().nullable(),
    /** Null while they are being made. */
    readyAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['createdAt'] }],
});
export class PortraitLayers extends PortraitLayersSchema.class {}
PortraitLayersSchema.setClass(PortraitLayers);
