import type { Raster, Rgb } from './rgb.js';

const LINEAR = Float32Array.from({ length: 256 }, (_, i) =>
  i / 255 <= 0.04045 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4,
);
/** Grey levels of 256 steps of linear light; the last stands twice, for what lies between. */
const GREY = Float32Array.from({ length: 257 }, (_, i) => {
  const light = Math.min(1, i / 255);
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** What each value of a channel adds to the light. */
const [RED, GREEN, BLUE] = [0.2126, 0.7152, 0.0722].map((share) =>
  Float64Array.from(LINEAR, (light) => share * light),
) as [Float64Array, Float64Array, Float64Array];

/** A picture's brightness. The same numbers as from libvips: stored hashes and fingerprints depend on them. */
export function greyOf({ data, width, height }: Rgb): Raster {
  const out = new Uint8Array(width * height);
  for (let i = 0, from = 0; i < out.length; i++, from += 3) {
    const light = RED[data[from]!]! + GREEN[data[from + 1]!]! + BLUE[data[from + 2]!]!;
    const at = Math.min(255, 255 * light);
    const below = at | 0;
    const grey = GREY[below]!;
    out[i] = grey + (GREY[below + 1]! - grey) * (at - below) + 0.5;
  }
  return { data: out, width, height, channels: 1 };
}
