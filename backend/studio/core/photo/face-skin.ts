import { elementOf } from '../element-of.js';
import { LEFT_BROW, LEFT_EYE, LIPS, OVAL, RIGHT_BROW, RIGHT_EYE, type Point } from './landmarks.js';
import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import type { Lab } from '../raster/lab.js';
import { smoothstep } from '../raster/numbers.js';
import { fillPolygon, scalePolygon } from '../raster/polygon.js';
import type { Region } from '../raster/resample.js';
import { give, takeZeros } from '../raster/scratch.js';

/** Where a face's skin lies. Scratch buffers: give them back. */
export interface Skin {
  /** 1 in the face's oval without its features. */
  bare: Float32Array;
  /** The same, weighted by how near each colour is to this face's skin. */
  alike: Float32Array;
}

/** Height of a face in pixels for which the widths of all blurs on it are given. */
export const UNIT_FACE_HEIGHT = 460;

/** The part of a picture that holds all of a face's skin. @param faceHeight forehead to chin in pixels */
export function faceRegion(points: readonly Point[], width: number, height: number, faceHeight: number): Region {
  const margin = faceHeight * 0.12;
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

/** Farthest that the median colour of a face's skin may be moved, in CIELAB units of a and b. */
const MOST_COLOUR_CHANGE = 4;
/** Farthest towards red or yellow: no more than rounding, which adds up to .1 once the colours are stored. */
const MOST_WARMING = 0.4;

/** Whether a face has its own skin colour still. Both are medians of its skin. */
export function keepsColour(before: Lab, after: Lab): boolean {
  const [red, yellow] = [after[1] - before[1], after[2] - before[2]];
  return Math.hypot(red, yellow) <= MOST_COLOUR_CHANGE && red <= MOST_WARMING && yellow <= MOST_WARMING;
}

/** Places at which the colours of a face are compared. */
const SAMPLES = 4000;

/** Evenly spread indices that are in a mask for certain; of the whole area where none is. */
export function placesIn(mask: Float32Array): number[] {
  const certain: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i]! > 0.5) certain.push(i);
  const from = certain.length > 0 ? certain : [...mask.keys()];
  const step = Math.max(1, Math.floor(from.length / SAMPLES));
  return from.filter((_, k) => k % step === 0);
}

/** Finds the skin of a face. @param points the mesh in these pixels @param unit size of a face divided by 460 */
export function skinOf(rgb: Planes, width: number, height: number, points: readonly Point[], unit: number): Skin {
  const named = (indices: readonly number[], factor: number): [number, number][] =>
    scalePolygon(
      indices.map((i) => elementOf(points, i)),
      factor,
    );
  const oval = takeZeros(width * height);
  fillPolygon(oval, width, height, named(OVAL, 0.97));
  const features = takeZeros(width * height);
  for (const [part, factor] of [
    [LEFT_EYE, 1.35],
    [RIGHT_EYE, 1.35],
    [LEFT_BROW, 1.3],
    [RIGHT_BROW, 1.3],
    [LIPS, 1.12],
  ] as const) {
    fillPolygon(features, width, height, convexHull(named(part, factor)));
  }
  const softOval = blur(oval, width, height, 9 * unit);
  const softFeatures = blur(features, width, height, 4 * unit);
  const mean = meanOfSkin(rgb, oval, features);
  const bare = softOval;
  for (let i = 0; i < oval.length; i++) {
    if (softOval[i]! <= 0.4) {
      bare[i] = oval[i] = 0;
      continue;
    }
    const [u, v] = chroma(rgb, i);
    const like = 1 - smoothstep(0.045, 0.12, Math.hypot(u - mean.red, v - mean.blue));
    bare[i] = smoothstep(0.4, 0.95, softOval[i]!) * (1 - smoothstep(0.05, 0.6, softFeatures[i]!));
    oval[i] = bare[i]! * like;
  }
  const soft = {
    bare: blur(bare, width, height, 2 * unit),
    alike: blur(oval, width, height, 2 * unit),
  };
  give(oval, features, softOval, softFeatures);
  return soft;
}

/** Shares of red and blue in a colour. */
function chroma(rgb: Planes, i: number): [number, number] {
  const sum = rgb[0][i]! + rgb[1][i]! + rgb[2][i]! + 0.03;
  return [rgb[0][i]! / sum, rgb[2][i]! / sum];
}

/** Brightness of a pixel, 0..1. */
export const lumaAt = (rgb: Planes, i: number): number => 0.3 * rgb[0][i]! + 0.59 * rgb[1][i]! + 0.11 * rgb[2][i]!;

function meanOfSkin(rgb: Planes, oval: Float32Array, features: Float32Array): { red: number; blue: number } {
  let [u, v, n] = [0, 0, 0];
  for (let i = 0; i < oval.length; i += 3) {
    if (oval[i] === 0 || features[i]! > 0) continue;
    const [a, b] = chroma(rgb, i);
    u += a;
    v += b;
    n++;
  }
  const count = Math.max(1, n);
  return { red: u / count, blue: v / count };
}

function convexHull(points: readonly [number, number][]): [number, number][] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: [number, number][]): [number, number][] => {
    const hull: [number, number][] = [];
    for (const p of list) {
      while (hull.length >= 2 && turn(elementOf(hull, hull.length - 2), elementOf(hull, hull.length - 1), p) <= 0)
        hull.pop();
      hull.push(p);
    }
    return hull.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
