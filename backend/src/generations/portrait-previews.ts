import sharp from 'sharp';

/**
 * The previews of a portrait, by how wide they are at most. WebP, because at this effort it is written in a third of the time that AVIF
 * takes for the same weight: 20 ms and 50 ms on one core.
 */
export const PREVIEWS = [
  { variant: 'preview', width: 480 },
  { variant: 'preview-960', width: 960 },
] as const;

export type PreviewVariant = (typeof PREVIEWS)[number]['variant'];

const WRITING = { quality: 78, effort: 2 };

/** A portrait as one of its previews, with the mark of its provenance. */
export function makePreview(jpeg: Buffer, { width }: (typeof PREVIEWS)[number]): Promise<Buffer> {
  return sharp(jpeg).resize({ width, withoutEnlargement: true }).keepXmp().webp(WRITING).toBuffer();
}
