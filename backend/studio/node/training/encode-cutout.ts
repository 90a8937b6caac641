import sharp, { type Sharp } from 'sharp';
import type { Cutout } from '../../core/descriptor.js';
import type { Raster } from '../../core/raster/rgb.js';
import type { PreparedCutout } from '../../core/training/prepare-cutout.js';

/** Wide enough for a phone's whole screen. */
const BEFORE_WIDTH = 960;
const BEFORE_QUALITY = 82;

/** A cutout with its files, whose encoding runs beside the next cutout's work. */
export interface EncodedCutout {
  cutout: Cutout;
  webp: Promise<Buffer>;
  before: { name: string; jpeg: Promise<Buffer> };
}

/** Starts writing a cutout's files. `exact` keeps colours under nearly clear pixels: enlarging needs them. */
export function encodeCutout({ cutout, picture, before }: PreparedCutout, beforeName: string): EncodedCutout {
  const webp = inputOf(picture).webp({ lossless: true, effort: 0, exact: true }).toBuffer();
  const jpeg = inputOf(before)
    .resize({ width: BEFORE_WIDTH, withoutEnlargement: true })
    .jpeg({ quality: BEFORE_QUALITY })
    .toBuffer();
  // Awaited at the end of the training; until then a failure must not count as unhandled.
  webp.catch(() => {});
  jpeg.catch(() => {});
  return { cutout, webp, before: { name: beforeName, jpeg } };
}

const inputOf = ({ data, width, height, channels }: Raster): Sharp => sharp(data, { raw: { width, height, channels } });
