import { rawInput } from './decode.js';
import type { Rgb } from '../../core/raster/rgb.js';

/** Difference hash: 64 comparisons of neighbours on a 9 × 8 picture, as 16 hex digits. */
export async function perceptualHash(photo: Rgb): Promise<string> {
  const { data, info } = await rawInput(photo)
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let bits = 0n;
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const i = (y * 9 + x) * info.channels;
      bits = (bits << 1n) | (data[i]! < data[i + info.channels]! ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}
