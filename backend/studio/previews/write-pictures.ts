import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { composeFigure } from '../node/index.js';
import { encodeWithin } from './encode-within.js';
import { renderFigure } from './render-figure.js';
import { previewOf } from './scene-lights.js';

/** Pictures are composed at this size, in pixels; the small ones are reductions of it. */
const FULL = { width: 1280, height: 1600 };

/** Widths that are written, with the most bytes a WebP of it may have. */
const SIZES = [
  { width: 640, limit: 45_000 },
  { width: 800, limit: 65_000 },
  { width: 1280, limit: 130_000 },
] as const;

/** From the best WebP quality downwards; the first that keeps the limit is taken. */
const QUALITIES = [94, 91, 88, 84, 80, 76, 72, 68, 64, 60];

/** AVIF keeps the quiet colours of stone three times as well at a third of the bytes. */
const AVIF = { quality: 74, effort: 3, chromaSubsampling: '4:4:4' } as const;

/**
 * Writes `{scene}-640`, `-800` and `-1280`, each as .webp and .avif, for each of these scenes of the engine.
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

async function writePicture(picture: Sharp, file: string, { width, limit }: (typeof SIZES)[number]): Promise<void> {
  const resized = picture.clone().resize(width);
  const encode = (quality: number): Promise<Buffer> =>
    resized.clone().webp({ quality, alphaQuality: 95, smartSubsample: true, preset: 'photo', effort: 5 }).toBuffer();
  await writeFile(`${file}.webp`, await encodeWithin(limit, QUALITIES, encode));
  await writeFile(`${file}.avif`, await resized.clone().avif(AVIF).toBuffer());
}
