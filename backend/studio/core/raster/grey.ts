import type { Raster, Rgb } from './rgb.js';

const LINEAR = Float32Array.from({ length: 256 }, (_, i) =>
  i / 255 <= 0.04045 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4,
);
/** Grey levels of 256 steps of linear light; the last stands twice, for what lies between. */
const GREY = Float32Array.from({ length: 257 }, (_, i) => {
  const light = Math.min(1, i / 255);
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** A picture's brightness. The same numbers as from libvips: stored hashes and fingerprints depend on them. */
export function greyOf({ data, width, height }: Rgb): Raster {
  const out = new Uint8Array(width * height);
  for (let i = 0, from = 0; i < out.length; i++, from += 3) {
    const light = 0.2126 * LINEAR[data[from]!]! + 0.7152 * LINEAR[data[from + 1]!]! + 0.0722 * LINEAR[data[from + 2]!]!;
    const at = Math.min(255, 255 * light);
    const below = Math.floor(at);
    out[i] = Math.round(GREY[below]! + (GREY[below + 1]! - GREY[below]!) * (at - below));
  }
  return { data: out, width, height, channels: 1 };
}
