import { rawInput, type Rgb } from './decode.js';

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
      bits = (bits << 1n) | (data[i] < data[i + info.channels] ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}

/** Number of differing bits of two hashes: up to about 6 is the same shot, recoded or slightly cropped. */
export function hashDistance(a: string, b: string): number {
  let difference = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; difference > 0n; difference >>= 1n) count += Number(difference & 1n);
  return count;
}
