import { defineEntity, p } from '@mikro-orm/core';
import type { PhotoAnalysis } from '../integrations/portrait-engine/index.js';
import { baseProperties } from '../platform/database/index.js';

/** An accepted photo: normalised, without metadata, kept until the profile is ready. */
export const ReferencePhotoSchema = defineEntity({
  name: 'ReferencePhoto',
  tableName: 'reference_photo',
  properties: {
    ...baseProperties,
    profileId: p.uuid().index(),
    userId: p.uuid(),
    storageKey: p.string().length(200).unique(),
    width: p.integer(),
    height: p.integer(),
    analysis: p.json<PhotoAnalysis>(),
    /** SHA-256 of the uploaded bytes: the same file counts once. */
    contentHash: p.string().length(64),
    /** Why it does not count: it shows somebody else, or as many as a training takes are there already. */
    setAside: p.enum(['other_person', 'surplus']).nullable(),
  },
  uniques: [{ properties: ['profileId', 'contentHash'] }],
});
export class ReferencePhoto extends ReferencePhotoSchema.class {}
ReferencePhotoSchema.setClass(ReferencePhoto);
