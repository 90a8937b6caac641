import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const PREVIEW_KINDS = ['draft', 'profile'] as const;
export const PREVIEW_STATUSES = ['making', 'ready', 'failed'] as const;

/** One picture, in one style. Each version has files of its own. */
export interface PreviewPicture {
  styleId: string;
  /** The photo it was made of. */
  photoId: string;
  version: number;
  width: number;
  height: number;
}

/**
 * What a draft looks like in a few styles, or a trained profile in all of them: free and marked. Pictures of a draft go with the photo
 * they show, and all of them with the profile.
 */
export const PreviewSetSchema = defineEntity({
  name: 'PreviewSet',
  tableName: 'preview_set',
  properties: {
    ...baseProperties,
    profileId: p.uuid().unique(),
    userId: p.uuid().index(),
    kind: p.enum(PREVIEW_KINDS),
    /** How many times it was asked for; what an earlier time delivers late is discarded. */
    version: p.integer().default(1),
    status: p.enum(PREVIEW_STATUSES).default('making'),
    /** The photo that its latest version is of, also where only a cut-out of it is kept; null once a draft's was removed. */
    photoId: p.uuid().nullable(),
    pictures: p.json<PreviewPicture[]>(),
  },
});
export class PreviewSet extends PreviewSetSchema.class {}
PreviewSetSchema.setClass(PreviewSet);
