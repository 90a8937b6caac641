import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';
import type { TrainedPhoto } from './trained-photos.js';

/** What training made of the photos. Personal data: lives exactly as long as the profile. */
export const TrainedModelSchema = defineEntity({
  name: 'TrainedModel',
  tableName: 'trained_model',
  properties: {
    ...baseProperties,
    profileId: p.uuid().unique(),
    engine: p.string().length(20),
    descriptor: p.json<unknown>(),
    storagePrefix: p.string().length(200),
    artifactCount: p.integer(),
    /** Of how many photos a cut-out is kept. */
    crops: p.integer().default(0),
    hasPreview: p.boolean(),
    /** What became of each photo; null for engines that do not tell, and for profiles from before it was kept. */
    photos: p.json<TrainedPhoto[]>().nullable(),
    /** Whether its runs can choose their retouch; in models from before that, it is done. */
    offersRetouch: p.boolean().default(false),
  },
});
export class TrainedModel extends TrainedModelSchema.class {}
TrainedModelSchema.setClass(TrainedModel);
