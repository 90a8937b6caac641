import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';

/**
 * Estimates the person's own colour in every pixel, so that nothing of the old background shines through hair and edges
 * (blur fusion, Forte 2021: a wide pass, then a near one). Returns new planes at full resolution; straight, not premultiplied.
 */
export function estimateForeground(rgb: Planes, alpha: Float32Array, width: number, height: number, unit: number): Planes {
  const wide = fuse(rgb, rgb, rgb, alpha, width, height, 8, 6 * unit);
  const near = fuse(rgb, wide.foreground, wide.background, alpha, width, height, 2, 2 * unit);
  give(...wide.foreground, ...wide.background, ...near.background);
  return near.foreground;
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
