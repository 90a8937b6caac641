import { FORMAT_KEYS } from './portrait-format-keys.js';
import { PREVIEWS, type PreviewVariant } from './portrait-previews.js';

/** Business keys of a run: one charge, at most one return (invariant I3). */
export const chargeKey = (id: string) => `generation:${id}:charge`;
export const returnKey = (id: string) => `generation:${id}:return`;

/**
 * Where the images of a run lie. The same for every attempt: the engine is deterministic, so a retry writes the same
 * bytes to the same keys and leaves no orphans.
 */
export const objectPrefix = (id: string) => `portraits/${id}/`;
export const portraitKey = (id: string, index: number) => `${objectPrefix(id)}${index}.jpg`;
export const formatKey = (id: string, index: number, format: string) => `${objectPrefix(id)}${index}-${format}.jpg`;
/** What is shown of a portrait while its run is under way. */
export const markedPreviewKey = (id: string, index: number) => `${objectPrefix(id)}${index}-marked.webp`;
/** A version that its customer made: by its id, so that no attempt at another one writes there. */
export const versionKey = (id: string, index: number, versionId: string, extension: 'jpg' | 'png') =>
  `${objectPrefix(id)}${index}-v${versionId}.${extension}`;
export const LAYER_PARTS = ['person', 'background'] as const;
export type LayerPart = (typeof LAYER_PARTS)[number];
/** A part of a portrait, for the screen on which its versions are made. */
export const layerKey = (id: string, index: number, layersId: string, part: LayerPart) =>
  `${objectPrefix(id)}${index}-l${layersId}-${part}`;
/** A marked picture for those who have a published link. */
export const smallKey = (id: string, index: number) => `${objectPrefix(id)}${index}-small.webp`;
export const previewKey = (id: string, index: number, variant: PreviewVariant = 'preview') =>
  `${objectPrefix(id)}${index}-${variant}.webp`;
/** Every file that one portrait of a finished run may have, but for its versions. */
export const keysOfPortrait = (id: string, index: number): string[] => [
  portraitKey(id, index),
  ...PREVIEWS.map(({ variant }) => previewKey(id, index, variant)),
  ...FORMAT_KEYS.map((format) => formatKey(id, index, format)),
  smallKey(id, index),
];
