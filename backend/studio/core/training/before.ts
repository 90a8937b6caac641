import { CHANNELS } from '../raster/channels.js';
import type { Planes } from '../raster/guided-filter.js';

/** What stands behind the person: the warm grey of the profile's own picture, 8-bit sRGB. */
const GROUND = [0xe6, 0xe2, 0xda] as const;

/**
 * The person of a cutout as the photo shows them, before anything is retouched or lit anew. Cut out like the cutout itself: a profile
 * keeps nothing of a photo's surroundings. Interleaved RGB.
 */
export function overGround(rgb: Planes, alpha: Float32Array): Uint8Array {
  const out = new Uint8Array(alpha.length * 3);
  for (const c of CHANNELS) {
    const plane = rgb[c];
    const ground = GROUND[c];
    for (let i = 0, at = c; i < alpha.length; i++, at += 3) {
      const a = alpha[i]!;
      out[at] = a === 0 ? ground : (ground + (plane[i]! * 255 - ground) * a + 0.5) | 0;
    }
  }
  return out;
}
