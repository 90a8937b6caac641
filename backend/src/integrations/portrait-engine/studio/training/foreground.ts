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
  const [hw, hh] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const half = resample(alpha, width, height, hw, hh);
  const soft = blur(half, hw, hh, 0.9 * unit);
  const { mean, deviation, known, back, columns } = farIn({ foreground, background }, soft, width, height, 1.3 * unit);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      // All that is compared with is soft: the nearest place of the smaller planes will do.
      const edge = soft[(y >> 1) * hw + (x >> 1)];
      const j = (y >> 2) * columns + (x >> 2);
      if (alpha[i] < 0.02 || edge > 0.98 || known[j] < 0.02) continue;
      let [along, length] = [0, 1e-3];
      for (let c = 0; c < 3; c++) {
        const step = back[c][j] - mean[c][j];
        along += (foreground[c][i] - mean[c][j]) * step;
        length += step * step;
      }
      const trust = smoothstep(0.02, 0.1, known[j]) * (1 - smoothstep(ONE_MATERIAL, SEVERAL, deviation[j]));
      const share = SPILL * trust * clamp(along / length, 0, 1) * smoothstep(0.02, 0.2, 1 - edge);
      for (let c = 0; c < 3; c++) foreground[c][i] = clamp(foreground[c][i] - share * (back[c][j] - mean[c][j]), 0, 1);
    }
  }
  give(half, soft, known, deviation, ...mean, ...back);
}

/** What is known around each place, at a quarter of the size, in rows of `columns`. */
interface Around {
  /** The person's colour away from the outline, the deviation of its brightness, and how much of it there is (0..1). */
  mean: Planes;
  deviation: Float32Array;
  known: Float32Array;
  /** The old background's colour. */
  back: Planes;
  columns: number;
}

/** @param soft the person's alpha at half of the size, blurred over the outline */
function farIn({ foreground, background }: Layers, soft: Float32Array, width: number, height: number, sigma: number): Around {
  const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const small = (plane: Float32Array): Float32Array => resample(plane, width, height, columns, rows);
  const inner = resample(soft, Math.ceil(width / 2), Math.ceil(height / 2), columns, rows);
  for (let i = 0; i < inner.length; i++) inner[i] = smoothstep(0.9, 0.99, inner[i]);
  const known = blur(inner, columns, rows, sigma);
  const meanOf = (plane: Float32Array): Float32Array => {
    for (let i = 0; i < plane.length; i++) plane[i] *= inner[i];
    const mean = blur(plane, columns, rows, sigma);
    for (let i = 0; i < mean.length; i++) mean[i] /= known[i] + 1e-4;
    return mean;
  };
  const front = foreground.map(small) as unknown as Planes;
  const squares = Float32Array.from(front[0], (_, i) => lumaAt(front, i) ** 2);
  const deviation = meanOf(squares);
  const mean = front.map(meanOf) as unknown as Planes;
  for (let i = 0; i < deviation.length; i++) deviation[i] = Math.sqrt(Math.max(0, deviation[i] - lumaAt(mean, i) ** 2));
  give(inner, squares, ...front);
  return { mean, deviation, known, back: background.map(small) as unknown as Planes, columns };
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
