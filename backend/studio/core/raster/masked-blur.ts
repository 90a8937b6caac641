import { blur } from './blur.js';
import { resample } from './resample.js';
import { give, take } from './scratch.js';

/** Blur that looks only where the mask (0..1) is, so that nothing from elsewhere bleeds in. Done at a quarter of the size; a scratch buffer. */
export function maskedBlur(
  plane: Float32Array,
  mask: Float32Array,
  width: number,
  height: number,
  sigma: number,
): Float32Array {
  const qw = Math.ceil(width / 4);
  const qh = Math.ceil(height / 4);
  const product = take(plane.length);
  for (let i = 0; i < plane.length; i++) product[i] = plane[i]! * (mask[i]! + 1e-3);
  const small = resample(product, width, height, qw, qh);
  const smallMask = resample(mask, width, height, qw, qh);
  const a = blur(small, qw, qh, sigma / 4);
  const b = blur(smallMask, qw, qh, sigma / 4);
  for (let i = 0; i < a.length; i++) a[i]! /= b[i]! + 1e-3;
  const out = resample(a, qw, qh, width, height);
  give(product, small, smallMask, a, b);
  return out;
}
