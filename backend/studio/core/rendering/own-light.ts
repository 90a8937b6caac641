import { blur } from '../raster/blur.js';
import { clamp } from '../raster/numbers.js';
import { give, takeZeros } from '../raster/scratch.js';
import { meanLight, nearFace, skinPlaces, type Grid, type Light } from './face-grid.js';
import type { Person } from './person.js';

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
  const luminances = meanLight(person, grid, skin).map(luminanceOf);
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

/** Linear luminance of a colour in linear light. */
const luminanceOf = ([red, green, blue]: Light): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

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
