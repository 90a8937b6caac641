import type { Pictures } from '../pictures.js';
import { greyOf } from '../raster/grey.js';
import type { Rgb } from '../raster/rgb.js';

/** Difference hash: 64 comparisons of neighbours on a 9 × 8 picture, as 16 hex digits. */
export async function perceptualHash(pictures: Pictures, photo: Rgb): Promise<string> {
  const { data } = await pictures.resample(greyOf(photo), { width: 9, height: 8 });
  let bits = 0n;
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const i = y * 9 + x;
      bits = (bits << 1n) | (data[i]! < data[i + 1]! ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}
