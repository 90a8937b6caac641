import type { Planes } from './guided-filter.js';
import { median } from './numbers.js';
import { decode } from './srgb.js';

/** A colour in CIELAB (D65): lightness 0..100, green to red, blue to yellow. Source: CIE 15. */
export type Lab = readonly [lightness: number, a: number, b: number];

/** CIELAB of display values (sRGB 0..1). */
export function labOf(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [decode(red), decode(green), decode(blue)];
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Median of lightness, a and b, each by itself, over all pixels. */
export function medianLab([red, green, blue]: Planes): Lab {
  const all = Array.from(red, (_, i) => labOf(red[i]!, green[i]!, blue[i]!));
  return [median(all.map(([l]) => l)), median(all.map(([, a]) => a)), median(all.map(([, , b]) => b))];
}

/** CIELAB lightness 0..100 of a linear luminance 0..1. */
export const lightnessOf = (luminance: number): number => 116 * root(luminance) - 16;

const root = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
