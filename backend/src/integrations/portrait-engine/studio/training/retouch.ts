import { LEFT_BROW, LEFT_EYE, LIPS, OVAL, RIGHT_BROW, RIGHT_EYE, type Point } from '../photo/landmarks.js';
import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { smoothstep } from '../raster/numbers.js';
import { fillPolygon, growPolygon } from '../raster/polygon.js';
import { resample, type Region } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';

/** Share of the middle band that is taken away; .6 and more begins to look like plastic. */
const EVENNESS = 0.45;
/** The same for spots darker than their surroundings. */
const SPOTS = 0.56;
/** Share of a highlight's foreign tint that is taken away: a white lamp's shine turns grey-blue when the portrait's light is lowered. */
const SHINE = 0.55;

/**
 * Evens out the skin of the face the way a retoucher does: pores (fine band) and shape (coarse band) stay, blotches and spots in
 * between fade. Eyes, brows, lips and everything not skin-coloured stay untouched. Changes the planes in place.
 */
export function retouch(planes: Planes, width: number, height: number, points: readonly Point[], faceHeight: number): void {
  const unit = faceHeight / 460;
  const area = faceRegion(points, width, height, faceHeight * 0.12);
  const w = area.width;
  const h = area.height;
  const crop = planes.map((plane) => copyOut(plane, width, area)) as unknown as Planes;
  const skin = skinOf(crop, w, h, points.map(([x, y]) => [x - area.x, y - area.y]), unit);
  warmShine(crop, skin);
  const mask = skin.alike;
  const luma = take(w * h);
  for (let i = 0; i < luma.length; i++) luma[i] = lumaAt(crop, i);
  const fine = blur(luma, w, h, 2.2 * unit);
  const coarse = maskedBlur(fine, mask, w, h, 13 * unit);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      if (skin.bare[i] < 0.01) continue;
      const middle = fine[i] - coarse[i];
      // Large differences are features (nostrils, folds, shadow edges), not blotches.
      const small = Math.exp(-90 * middle * middle);
      const change = -middle * (middle < 0 ? SPOTS : EVENNESS) * small * mask[i];
      const ratio = (luma[i] + change) / Math.max(0.02, luma[i]);
      const at = (y + area.y) * width + x + area.x;
      for (let c = 0; c < 3; c++) planes[c][at] = Math.min(1, crop[c][i] * ratio);
    }
  }
  give(...crop, mask, skin.bare, luma, fine, coarse);
}

function faceRegion(points: readonly Point[], width: number, height: number, margin: number): Region {
  const xs = OVAL.map((i) => points[i][0]);
  const ys = OVAL.map((i) => points[i][1]);
  const x = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const y = Math.max(0, Math.floor(Math.min(...ys) - margin));
  return { x, y, width: Math.min(width, Math.ceil(Math.max(...xs) + margin)) - x, height: Math.min(height, Math.ceil(Math.max(...ys) + margin)) - y };
}

function copyOut(plane: Float32Array, width: number, area: Region): Float32Array {
  const out = take(area.width * area.height);
  for (let y = 0; y < area.height; y++) {
    const from = (y + area.y) * width + area.x;
    out.set(plane.subarray(from, from + area.width), y * area.width);
  }
  return out;
}

/** Where a face's skin lies, and its colour. */
interface Skin {
  /** 1 in the face's oval without its features. */
  bare: Float32Array;
  /** The same, weighted by how near each colour is to this face's skin. */
  alike: Float32Array;
  /** Mean brightness. */
  luma: number;
}

function skinOf(rgb: Planes, width: number, height: number, points: readonly Point[], unit: number): Skin {
  const named = (indices: readonly number[], grow: number): [number, number][] => growPolygon(indices.map((i) => points[i]), grow);
  const oval = takeZeros(width * height);
  fillPolygon(oval, width, height, named(OVAL, 0.97));
  const features = takeZeros(width * height);
  for (const [part, grow] of [[LEFT_EYE, 1.35], [RIGHT_EYE, 1.35], [LEFT_BROW, 1.3], [RIGHT_BROW, 1.3], [LIPS, 1.12]] as const) {
    fillPolygon(features, width, height, convexHull(named(part, grow)));
  }
  const softOval = blur(oval, width, height, 9 * unit);
  const softFeatures = blur(features, width, height, 4 * unit);
  const mean = meanOfSkin(rgb, oval, features);
  const bare = softOval;
  for (let i = 0; i < oval.length; i++) {
    const [u, v] = chroma(rgb, i);
    const like = 1 - smoothstep(0.045, 0.12, Math.hypot(u - mean.red, v - mean.blue));
    bare[i] = smoothstep(0.4, 0.95, softOval[i]) * (1 - smoothstep(0.05, 0.6, softFeatures[i]));
    oval[i] = bare[i] * like;
  }
  const soft = { bare: blur(bare, width, height, 2 * unit), alike: blur(oval, width, height, 2 * unit), luma: mean.luma };
  give(oval, features, softOval, softFeatures);
  return soft;
}

/** Gives a highlight that is bluer than the skin the skin's own tint, at the same brightness. What is far from skin (glass, a strand of white hair) stays. */
function warmShine(rgb: Planes, { bare, alike, luma }: Skin): void {
  const { red, blue } = tintOfLitSkin(rgb, alike, luma);
  for (let i = 0; i < bare.length; i++) {
    if (bare[i] < 0.01) continue;
    const [u, v] = chroma(rgb, i);
    const bright = smoothstep(1, 1.25, lumaAt(rgb, i) / luma);
    const foreign = smoothstep(0.012, 0.04, v - blue) * (1 - smoothstep(0.1, 0.16, Math.hypot(u - red, v - blue)));
    const share = SHINE * bright * foreign * bare[i];
    if (share === 0) continue;
    const before = lumaAt(rgb, i);
    const sum = rgb[0][i] + rgb[1][i] + rgb[2][i];
    const r = (u + (red - u) * share) * sum;
    const b = (v + (blue - v) * share) * sum;
    const g = Math.max(0, sum - r - b);
    const same = before / Math.max(1e-3, 0.3 * r + 0.59 * g + 0.11 * b);
    for (const [c, value] of [r, g, b].entries()) rgb[c][i] = Math.min(1, value * same);
  }
}

/** Hair over the forehead and shadows are left out: they are yellower than lit skin. */
function tintOfLitSkin(rgb: Planes, alike: Float32Array, luma: number): { red: number; blue: number } {
  let [red, blue, weight] = [0, 0, 1e-6];
  for (let i = 0; i < alike.length; i += 3) {
    const light = lumaAt(rgb, i) / luma;
    if (alike[i] < 0.3 || light < 1 || light > 1.2) continue;
    const [u, v] = chroma(rgb, i);
    red += u * alike[i];
    blue += v * alike[i];
    weight += alike[i];
  }
  return { red: red / weight, blue: blue / weight };
}

const lumaAt = (rgb: Planes, i: number): number => 0.3 * rgb[0][i] + 0.59 * rgb[1][i] + 0.11 * rgb[2][i];

function chroma(rgb: Planes, i: number): [number, number] {
  const sum = rgb[0][i] + rgb[1][i] + rgb[2][i] + 0.03;
  return [rgb[0][i] / sum, rgb[2][i] / sum];
}

function meanOfSkin(rgb: Planes, oval: Float32Array, features: Float32Array): { red: number; blue: number; luma: number } {
  let [u, v, luma, n] = [0, 0, 0, 0];
  for (let i = 0; i < oval.length; i += 3) {
    if (oval[i] === 0 || features[i] > 0) continue;
    const [a, b] = chroma(rgb, i);
    u += a;
    v += b;
    luma += lumaAt(rgb, i);
    n++;
  }
  const count = Math.max(1, n);
  return { red: u / count, blue: v / count, luma: Math.max(0.02, luma / count) };
}

/** Blur that looks only at skin, so that lips, brows and background do not bleed in. Done at a quarter of the size. */
function maskedBlur(plane: Float32Array, mask: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const qw = Math.ceil(width / 4);
  const qh = Math.ceil(height / 4);
  const product = take(plane.length);
  for (let i = 0; i < plane.length; i++) product[i] = plane[i] * (mask[i] + 1e-3);
  const small = resample(product, width, height, qw, qh);
  const smallMask = resample(mask, width, height, qw, qh);
  const a = blur(small, qw, qh, sigma / 4);
  const b = blur(smallMask, qw, qh, sigma / 4);
  for (let i = 0; i < a.length; i++) a[i] /= b[i] + 1e-3;
  const out = resample(a, qw, qh, width, height);
  give(product, small, smallMask, a, b);
  return out;
}

function convexHull(points: readonly [number, number][]): [number, number][] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: [number, number][]): [number, number][] => {
    const hull: [number, number][] = [];
    for (const p of list) {
      while (hull.length >= 2 && turn(hull[hull.length - 2], hull[hull.length - 1], p) <= 0) hull.pop();
      hull.push(p);
    }
    return hull.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
