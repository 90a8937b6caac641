import { blur } from '../raster/blur.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import type { Planes } from '../raster/guided-filter.js';

/**
 * What foreground and background look like around each place, and how far colour alone can tell them apart there.
 * Held at a quarter of the cutout's resolution.
 */
export interface ColourModel {
  width: number;
  height: number;
  foreground: Planes;
  background: Planes;
  /** 1 where the known pixels nearby are told apart by colour, 0 where not. */
  reliability: Float32Array;
}

/** Samples of the model at one place; filled anew by each call of `sampleAt`. */
export interface ColourSample {
  f: [number, number, number];
  b: [number, number, number];
  reliability: number;
}

/**
 * @param rgb quarter-resolution planes
 * @param probability person probability at the same size
 * @param valid 0 where the photo has no pixels
 * @param unit size of a face divided by 460: scales all radii
 */
export function fitColourModel(rgb: Planes, probability: Float32Array, valid: Float32Array, width: number, height: number, unit: number): ColourModel {
  const n = width * height;
  const sureFront = take(n);
  const sureBack = take(n);
  for (let i = 0; i < n; i++) {
    sureFront[i] = probability[i] > 0.95 ? 1 : 0;
    sureBack[i] = probability[i] < 0.04 && valid[i] > 0.99 ? 1 : 0;
  }
  const foreground = localColour(rgb, sureFront, width, height, unit);
  const background = localColour(rgb, sureBack, width, height, unit);
  const reliability = measureReliability(rgb, foreground, background, sureFront, sureBack, width, height, unit);
  give(sureFront, sureBack);
  return { width, height, foreground, background, reliability };
}

/** Mean colour of the known pixels around each place: a near view, filled up by a wide one where the near one sees none. */
function localColour(rgb: Planes, mask: Float32Array, width: number, height: number, unit: number): Planes {
  const n = width * height;
  const masked = take(n);
  const near = 4.5 * unit;
  const wide = 16 * unit;
  const nearWeight = blur(mask, width, height, near);
  const wideWeight = blur(mask, width, height, wide);
  const planes = rgb.map((plane) => {
    for (let i = 0; i < n; i++) masked[i] = plane[i] * mask[i];
    const a = blur(masked, width, height, near);
    const b = blur(masked, width, height, wide);
    for (let i = 0; i < n; i++) a[i] = (a[i] + 0.03 * b[i] + 1e-6 * plane[i]) / (Math.max(0, nearWeight[i]) + 0.03 * Math.max(0, wideWeight[i]) + 1e-6);
    give(b);
    return a;
  });
  give(masked, nearWeight, wideWeight);
  return planes as unknown as Planes;
}

function measureReliability(rgb: Planes, f: Planes, b: Planes, sureFront: Float32Array, sureBack: Float32Array, width: number, height: number, unit: number): Float32Array {
  const n = width * height;
  const errorFront = take(n);
  const errorBack = take(n);
  for (let i = 0; i < n; i++) {
    const alpha = project(rgb[0][i], rgb[1][i], rgb[2][i], f[0][i], f[1][i], f[2][i], b[0][i], b[1][i], b[2][i]);
    errorFront[i] = sureFront[i] * (1 - alpha) ** 2;
    errorBack[i] = sureBack[i] * alpha ** 2;
  }
  const sigma = 6 * unit;
  const eF = blur(errorFront, width, height, sigma);
  const eB = blur(errorBack, width, height, sigma);
  const wF = blur(sureFront, width, height, sigma);
  const wB = blur(sureBack, width, height, sigma);
  for (let i = 0; i < n; i++) {
    const front = Math.sqrt(Math.max(0, eF[i]) / (Math.max(0, wF[i]) + 1e-4));
    const back = Math.sqrt(Math.max(0, eB[i]) / (Math.max(0, wB[i]) + 1e-4));
    const seen = Math.min(1, wF[i] * 40) * Math.min(1, wB[i] * 40);
    eF[i] = (1 - smoothstep(0.28, 0.5, Math.max(front, 1.35 * back))) * seen;
  }
  give(errorFront, errorBack, eB, wF, wB);
  return eF;
}

/** Share of the foreground in a mixed colour, 0..1. */
export function project(r: number, g: number, b: number, fr: number, fg: number, fb: number, br: number, bg: number, bb: number): number {
  const dr = fr - br;
  const dg = fg - bg;
  const db = fb - bb;
  const length = dr * dr + dg * dg + db * db + 1e-4;
  return clamp(((r - br) * dr + (g - bg) * dg + (b - bb) * db) / length, 0, 1);
}

/** Reads the model between its samples. @param x position at the model's resolution */
export function sampleAt(model: ColourModel, x: number, y: number, out: ColourSample): void {
  const { width, height } = model;
  const x0 = clamp(Math.floor(x), 0, width - 2);
  const y0 = clamp(Math.floor(y), 0, height - 2);
  const tx = clamp(x - x0, 0, 1);
  const ty = clamp(y - y0, 0, 1);
  const i = y0 * width + x0;
  const w00 = (1 - tx) * (1 - ty);
  const w10 = tx * (1 - ty);
  const w01 = (1 - tx) * ty;
  const w11 = tx * ty;
  const at = (p: Float32Array): number => p[i] * w00 + p[i + 1] * w10 + p[i + width] * w01 + p[i + width + 1] * w11;
  for (let c = 0; c < 3; c++) {
    out.f[c] = at(model.foreground[c]);
    out.b[c] = at(model.background[c]);
  }
  out.reliability = at(model.reliability);
}

/** A plane at a quarter of the size (odd sizes round up). */
export const quarter = (plane: Float32Array, width: number, height: number): Float32Array =>
  resample(plane, width, height, Math.ceil(width / 4), Math.ceil(height / 4));

/** Returns a model's buffers for reuse. */
export const giveModel = (m: ColourModel): void => give(...m.foreground, ...m.background, m.reliability);
