import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const PICTURE_KINDS = ['before', 'portrait'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** One picture of an example: a copy of its own, in the widths of `facts.examples`. */
export const ExamplePictureSchema = defineEntity({
  name: 'ExamplePicture',
  tableName: 'example_picture',
  properties: {
    ...baseProperties,
    exampleId: p.uuid().index(),
    kind: p.enum(PICTURE_KINDS),
    position: p.integer(),
    /** Where the worker finds what it copies from. */
    sourceKey: p.string().length(200),
    /** What an uploaded portrait says of its provenance; null for photos, and for copies, which say it themselves. */
    mark: p.enum(['compositeSynthetic', 'trainedAlgorithmicMedia']).nullable(),
    /** Of the source, pixels. */
    width: p.integer(),
    height: p.integer(),
    /** Null until its copies are stored. */
    readyAt: p.datetime(3).nullable(),
  },
});
export class ExamplePicture extends ExamplePictureSchema.class {}
ExamplePictureSchema.setClass(ExamplePicture);
