import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { findColourPairs, SURE_BACK, SURE_FRONT } from './colour-pairs.js';
import { measurePatterns } from './fine-patterns.js';

/**
 * Which colour of the person and which of the background meet in each undecided place, and how far they can be told apart there.
 * Held at a quarter of the cutout's resolution.
 */
export interface ColourModel {
  width: number;
  height: number;
  foreground: Planes;
  background: Planes;
  /** 1 where the pair explains the place and no other does as well, 0 where colours say nothing. */
  reliability: Float32Array;
}

/** What the model says of one colour at one place; filled anew by each call of `mixAt`. */
export interface ColourMix {
  /** Share of the person's colour, 0..1. */
  alpha: number;
  reliability: number;
}

/** What the model is fitted to; planes at a quarter of the cutout's resolution. */
export interface ColourInput {
  rgb: Planes;
  /** Variance of the brightness within each of these pixels. */
  variance: Float32Array;
  probability: Float32Array;
  /** 0 where the photo has no pixels. */
  valid: Float32Array;
  width: number;
  height: number;
  /** Size of a face divided by 460: scales all radii. */
  unit: number;
}

export function fitColourModel({ rgb, variance, probability, valid, width, height, unit }: ColourInput): ColourModel {
  const n = width * height;
  const sureFront = take(n);
  const sureBack = take(n);
  for (let i = 0; i < n; i++) {
    sureFront[i] = probability[i]! > SURE_FRONT && valid[i]! > 0.99 ? 1 : 0;
    sureBack[i] = probability[i]! < SURE_BACK && valid[i]! > 0.99 ? 1 : 0;
  }
  const front = meanOfSure(rgb, sureFront, width, height);
  const back = meanOfSure(rgb, sureBack, width, height);
  const patterns = measurePatterns({ variance, sureFront, sureBack, width, height, unit });
  const pairs = findColourPairs({ rgb, front, back, sureFront, sureBack, patterns, probability, width, height, unit });
  give(sureFront, sureBack, ...Object.values(patterns), ...front, ...back);
  return { width, height, ...pairs };
}

/** Sure colours without their grain: each the mean of its sure neighbours. */
function meanOfSure(rgb: Planes, sure: Float32Array, width: number, height: number): Planes {
  const weight = blur(sure, width, height, 0.8);
  const masked = take(sure.length);
  const planes = rgb.map((plane) => {
    for (let i = 0; i < masked.length; i++) masked[i] = plane[i]! * sure[i]!;
    const mean = blur(masked, width, height, 0.8);
    for (let i = 0; i < mean.length; i++) mean[i]! /= Math.max(1e-3, weight[i]!);
    return mean;
  });
  give(weight, masked);
  return planes as unknown as Planes;
}

/** Share of the foreground in a mixed colour, 0..1. */
function project(
  r: number,
  g: number,
  b: number,
  fr: number,
  fg: number,
  fb: number,
  br: number,
  bg: number,
  bb: number,
): number {
  const dr = fr - br;
  const dg = fg - bg;
  const db = fb - bb;
  const length = dr * dr + dg * dg + db * db + 1e-4;
  return clamp(((r - br) * dr + (g - bg) * dg + (b - bb) * db) / length, 0, 1);
}

/** Twice the squared misfit from which an answer counts clearly less than its neighbours'. */
const SPREAD = 2 * 0.04 ** 2;

/**
 * Reads the model between its samples: each of the four around answers for itself and counts by how well it explains the colour.
 * A mean of their colours would be neither hair nor skin. @param x position at the model's resolution
 */
export function mixAt(model: ColourModel, x: number, y: number, r: number, g: number, b: number, out: ColourMix): void {
  const { width, height, foreground: f, background: k } = model;
  const x0 = clamp(Math.floor(x), 0, width - 2);
  const y0 = clamp(Math.floor(y), 0, height - 2);
  const tx = clamp(x - x0, 0, 1);
  const ty = clamp(y - y0, 0, 1);
  let [weight, alpha, reliability] = [1e-9, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const right = corner & 1;
    const below = corner >> 1;
    const i = (y0 + below) * width + x0 + right;
    const sure = model.reliability[i]!;
    const near = (right ? tx : 1 - tx) * (below ? ty : 1 - ty);
    if (sure < 1e-3 || near < 1e-3) continue;
    const a = project(r, g, b, f[0][i]!, f[1][i]!, f[2][i]!, k[0][i]!, k[1][i]!, k[2][i]!);
    const dr = r - a * f[0][i]! - (1 - a) * k[0][i]!;
    const dg = g - a * f[1][i]! - (1 - a) * k[1][i]!;
    const db = b - a * f[2][i]! - (1 - a) * k[2][i]!;
    const w = near * sure * (Math.exp(-(dr * dr + dg * dg + db * db) / SPREAD) + 1e-3);
    weight += w;
    alpha += w * a;
    reliability += near * sure;
  }
  out.alpha = alpha / weight;
  out.reliability = reliability;
}

/** A plane at a quarter of the size (odd sizes round up). */
export const quarter = (plane: Float32Array, width: number, height: number): Float32Array =>
  resample(plane, width, height, Math.ceil(width / 4), Math.ceil(height / 4));

/** Returns a model's buffers for reuse. */
export const giveModel = (m: ColourModel): void => give(...m.foreground, ...m.background, m.reliability);
