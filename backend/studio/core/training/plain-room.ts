import { lumaAt } from '../photo/face-skin.js';
import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { smoothstep } from '../raster/numbers.js';
import { give, take } from '../raster/scratch.js';

/** Deviation of the brightness (0..1) up to which what is behind is a wall, and from which its mean colour is nobody's, as of leaves. */
const [PLAIN, BUSY] = [0.1, 0.18];

/**
 * How far the room around each place has one brightness, 1 for a wall down to 0 for leaves: only then its mean colour says what lies over hair
 * or shines through it. A scratch buffer.
 * @param room where the room is, 0..1; all planes of this size
 */
export function plainnessAround(rgb: Planes, room: Float32Array, size: Size, sigma: number): Float32Array {
  const plain = deviationAround(rgb, room, size, sigma);
  for (let i = 0; i < plain.length; i++) plain[i] = 1 - smoothstep(PLAIN, BUSY, plain[i]!);
  return plain;
}

interface Size {
  width: number;
  height: number;
}

/** Deviation of the brightness (0..1) around each place where the weight is. A scratch buffer. */
export function deviationAround(
  rgb: Planes,
  weight: Float32Array,
  { width, height }: Size,
  sigma: number,
): Float32Array {
  const [once, squared] = [take(weight.length), take(weight.length)];
  for (let i = 0; i < weight.length; i++) {
    const luma = lumaAt(rgb, i);
    once[i] = weight[i]! * luma;
    squared[i] = weight[i]! * luma * luma;
  }
  const [deviation, mean, meanSquare] = [weight, once, squared].map((plane) => blur(plane, width, height, sigma)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 0; i < deviation.length; i++) {
    const known = deviation[i]! + 1e-4;
    deviation[i] = Math.sqrt(Math.max(0, meanSquare[i]! / known - (mean[i]! / known) ** 2));
  }
  give(once, squared, mean, meanSquare);
  return deviation;
}
