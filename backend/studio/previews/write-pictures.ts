import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { composeFigure } from '../node/index.js';
import { encodeWithin } from './encode-within.js';
import { renderFigure } from './render-figure.js';
import { previewOf } from './scene-lights.js';

/** Pictures are composed at this size, in pixels; the small ones are reductions of it. */
const FULL = { width: 1280, height: 1600 };

/** Widths that are written, with the most bytes a WebP and an AVIF of it may have: a page shows many of them. */
const SIZES = [
  { width: 400, webp: 14_000, avif: 5_500 },
  { width: 640, webp: 30_000, avif: 10_500 },
  { width: 800, webp: 46_000, avif: 15_000 },
  { width: 1280, webp: 95_000, avif: 52_000 },
] as const;

/** From the best quality downwards; the first that keeps the limit is taken. */
const WEBP_QUALITIES = [94, 91, 88, 84, 80, 76, 72, 68, 64, 60, 55, 50, 45, 40];
/** AVIF keeps the quiet colours of stone far better at a third of the bytes. */
const AVIF_QUALITIES = [74, 70, 66, 62, 58, 54, 50, 46, 42, 38, 34];

/**
 * Writes `{scene}-400`, `-640`, `-800` and `-1280`, each as .webp and .avif, for each of these scenes of the engine.
 * @throws SceneWithoutLight
 */
export async function writeScenePreviews(folder: string, scenes: readonly string[]): Promise<void> {
  for (const scene of scenes) {
    const { seed, ...figure } = previewOf(scene);
    const rgba = renderFigure({ ...FULL, ...figure });
    const picture = sharp(await composeFigure(scene, seed, rgba, FULL.width, FULL.height));
    for (const size of SIZES) await writePicture(picture, join(folder, `${scene}-${size.width}`), size);
  }
}

async function writePicture(picture: Sharp, file: string, size: (typeof SIZES)[number]): Promise<void> {
  const resized = picture.clone().resize(size.width);
  const webp = (quality: number): Promise<Buffer> =>
    resized.clone().webp({ quality, smartSubsample: true, preset: 'photo', effort: 5 }).toBuffer();
  const avif = (quality: number): Promise<Buffer> =>
    resized.clone().avif({ quality, effort: 3, chromaSubsampling: '4:4:4' }).toBuffer();
  await writeFile(`${file}.webp`, await encodeWithin(size.webp, WEBP_QUALITIES, webp));
  await writeFile(`${file}.avif`, await encodeWithin(size.avif, AVIF_QUALITIES, avif));
}
