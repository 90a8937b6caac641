import { elementOf } from '../element-of.js';
import { CHANNELS } from '../raster/channels.js';
import { OVAL, type Point } from '../photo/landmarks.js';
import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { resample, type Region } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { lumaAt, skinOf } from './face-skin.js';

/** Share of the middle band that is taken away; .6 and more begins to look like plastic. */
const EVENNESS = 0.45;
/** The same for spots darker than their surroundings. */
const SPOTS = 0.56;

/** A retouch that is not yet applied: factors on the brightness of an area's pixels. */
export interface Retouch {
  area: Region;
  factor: Float32Array;
  /** 1 where the face's bare skin is. */
  skin: Float32Array;
}

/**
 * Finds how the skin of the face is evened out the way a retoucher does it: pores (fine band) and shape (coarse band) stay, blotches and spots
 * in between fade. Eyes, brows, lips and everything not skin-coloured stay untouched. The factor and skin are scratch buffers: give them back.
 */
export function findRetouch(
  planes: Planes,
  width: number,
  height: number,
  points: readonly Point[],
  faceHeight: number,
): Retouch {
  const unit = faceHeight / 460;
  const area = faceRegion(points, width, height, faceHeight * 0.12);
  const w = area.width;
  const h = area.height;
  const crop = planes.map((plane) => copyOut(plane, width, area)) as unknown as Planes;
  const { bare, alike: skin } = skinOf(
    crop,
    w,
    h,
    points.map(([x, y]) => [x - area.x, y - area.y]),
    unit,
  );
  const luma = take(w * h);
  for (let i = 0; i < luma.length; i++) luma[i] = lumaAt(crop, i);
  const fine = blur(luma, w, h, 2.2 * unit);
  const coarse = maskedBlur(fine, skin, w, h, 13 * unit);
  const factor = take(w * h).fill(1);
  for (let i = 0; i < factor.length; i++) {
    if (bare[i]! < 0.01) continue;
    const middle = fine[i]! - coarse[i]!;
    // Large differences are features (nostrils, folds, shadow edges), not blotches.
    const small = Math.exp(-90 * middle * middle);
    const change = -middle * (middle < 0 ? SPOTS : EVENNESS) * small * skin[i]!;
    factor[i] = (luma[i]! + change) / Math.max(0.02, luma[i]!);
  }
  give(...crop, bare, luma, fine, coarse);
  return { area, factor, skin };
}

/** Changes the colours in place. @param strength share of the retouch, 0..1 */
export function applyRetouch(planes: Planes, width: number, { area, factor }: Retouch, strength: number): void {
  if (strength === 0) return;
  for (let i = 0; i < factor.length; i++) {
    if (factor[i] === 1) continue;
    const at = (area.y + Math.floor(i / area.width)) * width + area.x + (i % area.width);
    for (const c of CHANNELS) planes[c][at] = Math.min(1, planes[c][at]! * (1 + (factor[i]! - 1) * strength));
  }
}

function faceRegion(points: readonly Point[], width: number, height: number, margin: number): Region {
  const xs = OVAL.map((i) => elementOf(points, i)[0]);
  const ys = OVAL.map((i) => elementOf(points, i)[1]);
  const x = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const y = Math.max(0, Math.floor(Math.min(...ys) - margin));
  return {
    x,
    y,
    width: Math.min(width, Math.ceil(Math.max(...xs) + margin)) - x,
    height: Math.min(height, Math.ceil(Math.max(...ys) + margin)) - y,
  };
}

function copyOut(plane: Float32Array, width: number, area: Region): Float32Array {
  const out = take(area.width * area.height);
  for (let y = 0; y < area.height; y++) {
    const from = (y + area.y) * width + area.x;
    out.set(plane.subarray(from, from + area.width), y * area.width);
  }
  return out;
}

/** Blur that looks only at skin, so that lips, brows and background do not bleed in. Done at a quarter of the size. */
function maskedBlur(
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
