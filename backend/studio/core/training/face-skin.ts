import { elementOf } from '../element-of.js';
import { LEFT_BROW, LEFT_EYE, LIPS, OVAL, RIGHT_BROW, RIGHT_EYE, type Point } from '../photo/landmarks.js';
import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { smoothstep } from '../raster/numbers.js';
import { fillPolygon, scalePolygon } from '../raster/polygon.js';
import { give, takeZeros } from '../raster/scratch.js';

/** Where a face's skin lies, and its colour. */
export interface Skin {
  /** 1 in the face's oval without its features. */
  bare: Float32Array;
  /** The same, weighted by how near each colour is to this face's skin. */
  alike: Float32Array;
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
export function chroma(rgb: Planes, i: number): [number, number] {
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
