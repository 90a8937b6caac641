import { CHANNELS } from '../../core/raster/channels.js';
import sharp from 'sharp';
import type { Planes } from '../../core/raster/guided-filter.js';

/** Wide enough for a phone's whole screen. */
const WIDTH = 960;
const QUALITY = 82;
/** What stands behind the person: the warm grey of the profile's own picture, 8-bit sRGB. */
const GROUND = [0xe6, 0xe2, 0xda] as const;

/**
 * The person of a cutout as the photo shows them, before anything is retouched or lit anew. Cut out like the cutout itself: a profile
 * keeps nothing of a photo's surroundings.
 */
export function encodeBefore(rgb: Planes, alpha: Float32Array, width: number, height: number): Promise<Buffer> {
  const out = new Uint8Array(alpha.length * 3);
  for (let i = 0; i < alpha.length; i++) {
    for (const c of CHANNELS) out[i * 3 + c] = Math.round(GROUND[c] + (rgb[c][i]! * 255 - GROUND[c]) * alpha[i]!);
  }
  const jpeg = sharp(out, { raw: { width, height, channels: 3 } })
    .resize({ width: WIDTH, withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  // Awaited at the end of the training; until then a failure must not count as unhandled.
  jpeg.catch(() => {});
  return jpeg;
}
