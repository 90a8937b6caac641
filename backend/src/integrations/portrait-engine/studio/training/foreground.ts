import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { lumaAt } from './face-skin.js';

/**
 * Estimates the person's own colour in every pixel, so that nothing of the old background shines through hair and edges
 * (blur fusion, Forte 2021: a wide pass, then a near one). Returns new planes at full resolution; straight, not premultiplied.
 */
export function estimateForeground(rgb: Planes, alpha: Float32Array, width: number, height: number, unit: number): Planes {
  const wide = fuse(rgb, rgb, rgb, alpha, width, height, 8, 6 * unit);
  const near = fuse(rgb, wide.foreground, wide.background, alpha, width, height, 2, 2 * unit);
  removeSpill(near, alpha, width, height, unit);
  give(...wide.foreground, ...wide.background, ...near.background);
  return near.foreground;
}

/** Share of the old background's colour that is taken out of the outermost pixels. */
const SPILL = 0.85;
/** Deviation of the brightness farther in (0..1) up to which it is one material, and from which it is several: then nobody knows what the edge is made of. */
const ONE_MATERIAL = 0.07;
const SEVERAL = 0.14;

/**
 * Along the outline a photo's pixels hold some of the old background, however much of the person they are said to be; before a dark scene a
 * light wall would stand as a line around the head. What these pixels have of it beyond the person's colour a little farther in is taken away.
 */
function removeSpill({ foreground, background }: Layers, alpha: Float32Array, width: number, height: number, unit: number): void {
  const [sw, sh] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const full = (plane: Float32Array): Float32Array => resample(plane, sw, sh, width, height);
  const small = resample(alpha, width, height, sw, sh);
  const soft = blur(small, sw, sh, 0.9 * unit);
  const { mean, deviation, known } = farIn(foreground, soft, width, height, 2.5 * unit);
  const [edge, several, near] = [full(soft), full(deviation), full(known)];
  const within = mean.map(full);
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] < 0.02 || edge[i] > 0.98 || near[i] < 0.02) continue;
    let [along, length] = [0, 1e-3];
    for (let c = 0; c < 3; c++) {
      const step = background[c][i] - within[c][i];
      along += (foreground[c][i] - within[c][i]) * step;
      length += step * step;
    }
    const trust = smoothstep(0.02, 0.1, near[i]) * (1 - smoothstep(ONE_MATERIAL, SEVERAL, several[i]));
    const share = SPILL * trust * clamp(along / length, 0, 1) * smoothstep(0.02, 0.2, 1 - edge[i]);
    for (let c = 0; c < 3; c++) foreground[c][i] = clamp(foreground[c][i] - share * (background[c][i] - within[c][i]), 0, 1);
  }
  give(small, soft, edge, several, near, known, deviation, ...mean, ...within);
}

/** The person's colour away from the outline, around each place: mean, deviation of the brightness, and how much of it there is (0..1). Half the size. */
function farIn(foreground: Planes, soft: Float32Array, width: number, height: number, sigma: number): { mean: Planes; deviation: Float32Array; known: Float32Array } {
  const [sw, sh] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const inner = take(sw * sh);
  for (let i = 0; i < inner.length; i++) inner[i] = smoothstep(0.9, 0.99, soft[i]);
  const known = blur(inner, sw, sh, sigma);
  const meanOf = (plane: Float32Array): Float32Array => {
    for (let i = 0; i < plane.length; i++) plane[i] *= inner[i];
    const mean = blur(plane, sw, sh, sigma);
    for (let i = 0; i < mean.length; i++) mean[i] /= known[i] + 1e-4;
    return mean;
  };
  const reduced = foreground.map((plane) => resample(plane, width, height, sw, sh));
  const squares = take(sw * sh);
  for (let i = 0; i < squares.length; i++) squares[i] = lumaAt(reduced as unknown as Planes, i) ** 2;
  const deviation = meanOf(squares);
  const mean = reduced.map(meanOf) as unknown as Planes;
  for (let i = 0; i < deviation.length; i++) deviation[i] = Math.sqrt(Math.max(0, deviation[i] - lumaAt(mean, i) ** 2));
  give(inner, squares, ...reduced);
  return { mean, deviation, known };
}

interface Layers {
  foreground: Planes;
  background: Planes;
}

function fuse(rgb: Planes, front: Planes, back: Planes, alpha: Float32Array, width: number, height: number, shrink: number, sigma: number): Layers {
  const sw = Math.ceil(width / shrink);
  const sh = Math.ceil(height / shrink);
  const small = (plane: Float32Array): Float32Array => resample(plane, width, height, sw, sh);
  const grow = (plane: Float32Array): Float32Array => resample(plane, sw, sh, width, height);
  const blurred = (plane: Float32Array): Float32Array => {
    const reduced = small(plane);
    const soft = blur(reduced, sw, sh, sigma);
    give(reduced);
    return soft;
  };
  const weight = blurred(alpha);
  const product = take(width * height);
  const layers = [0, 1, 2].map((c) => {
    for (let i = 0; i < product.length; i++) product[i] = front[c][i] * alpha[i];
    const f = blurred(product);
    for (let i = 0; i < product.length; i++) product[i] = back[c][i] * (1 - alpha[i]);
    const b = blurred(product);
    for (let i = 0; i < f.length; i++) {
      f[i] /= Math.max(0, weight[i]) + 1e-5;
      b[i] /= Math.max(0, 1 - weight[i]) + 1e-5;
    }
    const foreground = grow(f);
    const background = grow(b);
    give(f, b);
    for (let i = 0; i < foreground.length; i++) {
      const a = alpha[i];
      const rest = rgb[c][i] - a * foreground[i] - (1 - a) * background[i];
      foreground[i] = clamp(foreground[i] + a * rest, 0, 1);
    }
    return { foreground, background };
  });
  give(weight, product);
  return {
    foreground: layers.map((l) => l.foreground) as unknown as Planes,
    background: layers.map((l) => l.background) as unknown as Planes,
  };
}
