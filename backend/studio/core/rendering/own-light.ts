import { elementOf } from '../element-of.js';
import { blur } from '../raster/blur.js';
import { faceHeightOf, LEFT_BROW, LEFT_EYE, LIPS, OVAL, RIGHT_BROW, RIGHT_EYE } from '../photo/landmarks.js';
import { clamp } from '../raster/numbers.js';
import { fillPolygon, scalePolygon } from '../raster/polygon.js';
import { give, takeZeros } from '../raster/scratch.js';
import { LINEAR_OF_8BIT } from '../raster/srgb.js';
import type { Person } from './person.js';

/** A grid laid over a portrait. */
export interface Grid {
  width: number;
  height: number;
}

/** How a surface slopes at every place of a grid: depth per place to the right and downwards. */
export interface Slopes {
  right: Float32Array;
  down: Float32Array;
}

/** Share of the photo's own light that is taken away, and the farthest that a place is darkened or brightened by it. */
const STRENGTH = 0.65;
const DARKEST = 0.76;
const BRIGHTEST = 1.32;
/** Relative difference from the fitted light up to which a place counts fully: hair, moles and cast shadows count less. */
const TOLERANCE = 0.15;
const ROUNDS = 4;

/**
 * Factors that even out a face's own light, so that a scene's light can be set in its place: what is brighter only because it faces
 * the photo's lamp is darkened, and the other way round. The face as a whole stays as bright. 1 away from the face.
 */
export function evenOwnLight(person: Person, slopes: Slopes, grid: Grid): Float32Array {
  const factors = takeZeros(grid.width * grid.height).fill(1);
  if (!person.mesh) return factors;
  const skin = skinPlaces(person, grid);
  const luminances = skin.map((i) => luminanceAt(person, grid, i));
  const light = fitLight(skin, luminances, slopes);
  if (!light) return factors;
  const near = nearFace(person, grid);
  for (let i = 0; i < factors.length; i++) {
    if (near[i]! > 0) factors[i] = clamp(light(i) ** (-STRENGTH * near[i]!), DARKEST, BRIGHTEST);
  }
  give(near);
  const sum = luminances.reduce((total, v) => total + v, 0);
  const evened = skin.reduce((total, i, k) => total + luminances[k]! * factors[i]!, 0);
  const level = sum / Math.max(1e-6, evened);
  for (let i = 0; i < factors.length; i++)
    if (factors[i] !== 1) factors[i] = clamp(factors[i]! * level, DARKEST, BRIGHTEST);
  const soft = blur(factors, grid.width, grid.height, 1.2);
  give(factors);
  return soft;
}

/** Places of the grid that show bare skin of the face. */
function skinPlaces(person: Person, { width, height }: Grid): number[] {
  const inside = takeZeros(width * height);
  const part = (indices: readonly number[], factor: number): [number, number][] =>
    scalePolygon(pointsOn(person, indices, width), factor);
  fillPolygon(inside, width, height, part(OVAL, 0.9));
  const features = takeZeros(width * height);
  for (const indices of [LEFT_EYE, RIGHT_EYE, LEFT_BROW, RIGHT_BROW, LIPS])
    fillPolygon(features, width, height, part(indices, 1.3));
  const found = [...inside.keys()].filter((i) => inside[i]! > 0 && features[i] === 0);
  give(inside, features);
  return found;
}

/** 1 on the face, falling to 0 around it. */
function nearFace(person: Person, { width, height }: Grid): Float32Array {
  const face = takeZeros(width * height);
  fillPolygon(face, width, height, scalePolygon(pointsOn(person, OVAL, width), 1.1));
  const soft = blur(face, width, height, (0.1 * faceHeightOf(person.mesh!) * width) / person.width);
  give(face);
  return soft;
}

const pointsOn = (person: Person, indices: readonly number[], width: number): [number, number][] =>
  indices.map((index) => {
    const [x, y] = elementOf(person.mesh!, index);
    return [(x * width) / person.width, (y * width) / person.width];
  });

/** Mean linear luminance of what a place of the grid covers. */
function luminanceAt({ rgba, width, height }: Person, grid: Grid, place: number): number {
  const [column, row] = [place % grid.width, Math.floor(place / grid.width)];
  const [left, right] = [column, column + 1].map((x) => Math.floor((x * width) / grid.width)) as [number, number];
  const [top, bottom] = [row, row + 1].map((y) => Math.floor((y * height) / grid.height)) as [number, number];
  let [sum, count] = [0, 0];
  for (let y = top; y < Math.max(bottom, top + 1); y++) {
    for (let x = left; x < Math.max(right, left + 1); x++) {
      const i = (y * width + x) * 4;
      sum +=
        0.2126 * LINEAR_OF_8BIT[rgba[i]!]! +
        0.7152 * LINEAR_OF_8BIT[rgba[i + 1]!]! +
        0.0722 * LINEAR_OF_8BIT[rgba[i + 2]!]!;
      count++;
    }
  }
  return sum / count;
}

/** Fits light as a straight function of where the surface faces. Returns its brightness by place, 1 on the face's average; null for too few places. */
function fitLight(
  places: readonly number[],
  luminances: readonly number[],
  { right, down }: Slopes,
): ((place: number) => number) | null {
  if (places.length < 50) return null;
  const facing = (i: number): readonly [number, number] => {
    const length = Math.hypot(right[i]!, down[i]!, 1);
    return [-right[i]! / length, -down[i]! / length];
  };
  const rows = places.map((i, k) => ({ facing: facing(i), value: luminances[k]! }));
  const mean = rows.reduce((sum, { value }) => sum + value, 0) / rows.length;
  let weights = rows.map(() => 1);
  let light: Plane = { base: mean, across: 0, along: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    light = fitPlane(rows, weights);
    weights = rows.map(({ facing: [x, y], value }) => {
      const off = (value - light.base - light.across * x - light.along * y) / (TOLERANCE * mean);
      return 1 / (1 + off * off);
    });
  }
  return (place) => {
    const [x, y] = facing(place);
    return clamp((light.base + light.across * x + light.along * y) / mean, 0.4, 2.5);
  };
}

interface Plane {
  base: number;
  across: number;
  along: number;
}

/** Weighted least squares of base + across·x + along·y. */
function fitPlane(
  rows: readonly { facing: readonly [number, number]; value: number }[],
  weights: readonly number[],
): Plane {
  const of = (pick: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((sum, row, k) => sum + weights[k]! * pick(row), 0);
  const all = of(() => 1);
  const meanX = of((r) => r.facing[0]) / all;
  const meanY = of((r) => r.facing[1]) / all;
  const meanV = of((r) => r.value) / all;
  const xx = of((r) => (r.facing[0] - meanX) ** 2) + 1e-3;
  const yy = of((r) => (r.facing[1] - meanY) ** 2) + 1e-3;
  const xy = of((r) => (r.facing[0] - meanX) * (r.facing[1] - meanY));
  const xv = of((r) => (r.facing[0] - meanX) * (r.value - meanV));
  const yv = of((r) => (r.facing[1] - meanY) * (r.value - meanV));
  const det = xx * yy - xy * xy;
  const across = (xv * yy - yv * xy) / det;
  const along = (yv * xx - xv * xy) / det;
  return { base: meanV - across * meanX - along * meanY, across, along };
}
