const STEPS = 16384;

/** Linear light of each 8-bit sRGB value. */
export const LINEAR_OF_8BIT: Float32Array = Float32Array.from({ length: 256 }, (_, i) => srgbToLinear(i / 255));

const ENCODED = Float32Array.from({ length: STEPS + 2 }, (_, i) => linearToSrgb(i / STEPS));
const DECODED = Float32Array.from({ length: 4098 }, (_, i) => srgbToLinear(i / 4096));

/** sRGB (0..1) to linear light, exact. */
export function srgbToLinear(v: number): number {
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

/** Linear light (0..1) to sRGB, exact. */
export function linearToSrgb(v: number): number {
  return v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;
}

/** Linear light to sRGB by table with interpolation; clamps to 0..1. */
export function encode(v: number): number {
  if (!(v > 0)) return 0;
  if (v >= 1) return 1;
  const at = v * STEPS;
  const i = at | 0;
  return ENCODED[i]! + (ENCODED[i + 1]! - ENCODED[i]!) * (at - i);
}

/** sRGB to linear light by table with interpolation; clamps to 0..1. */
export function decode(v: number): number {
  if (!(v > 0)) return 0;
  if (v >= 1) return 1;
  const at = v * 4096;
  const i = at | 0;
  return DECODED[i]! + (DECODED[i + 1]! - DECODED[i]!) * (at - i);
}
