import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';

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

/**
 * Along the outline a photo's pixels hold some of the old background, however much of the person they are said to be; before a dark scene a
 * light wall would stand as a line around the head. What these pixels have of it beyond the person's colour a little farther in is taken away.
 */
function removeSpill({ foreground, background }: Layers, alpha: Float32Array, width: number, height: number, unit: number): void {
  const [sw, sh] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const small = resample(alpha, width, height, sw, sh);
  const soft = blur(small, sw, sh, 1.5 * unit);
  const inner = take(sw * sh);
  for (let i = 0; i < inner.length; i++) inner[i] = smoothstep(0.9, 0.99, soft[i]);
  const weight = blur(inner, sw, sh, 4 * unit);
  const within = foreground.map((plane) => {
    const reduced = resample(plane, width, height, sw, sh);
    for (let i = 0; i < reduced.length; i++) reduced[i] *= inner[i];
    const mean = blur(reduced, sw, sh, 4 * unit);
    for (let i = 0; i < mean.length; i++) mean[i] /= weight[i] + 1e-4;
    const full = resample(mean, sw, sh, width, height);
    give(reduced, mean);
    return full;
  });
  const edge = resample(soft, sw, sh, width, height);
  const known = resample(weight, sw, sh, width, height);
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] < 0.02 || edge[i] > 0.98 || known[i] < 0.02) continue;
    let [along, length] = [0, 1e-3];
    for (let c = 0; c < 3; c++) {
      const step = background[c][i] - within[c][i];
      along += (foreground[c][i] - within[c][i]) * step;
      length += step * step;
    }
    const share = SPILL * clamp(along / length, 0, 1) * smoothstep(0.02, 0.2, 1 - edge[i]) * smoothstep(0.02, 0.1, known[i]);
    for (let c = 0; c < 3; c++) foreground[c][i] = clamp(foreground[c][i] - share * (background[c][i] - within[c][i]), 0, 1);
  }
  give(small, soft, inner, weight, edge, known, ...within);
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
