import { blur } from '../raster/blur.js';
import { faceHeightOf } from '../photo/landmarks.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, median, smoothstep } from '../raster/numbers.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import { meanLight, nearFace, skinPlaces, type Grid } from './face-grid.js';
import type { Person } from './person.js';

/** How far red and blue, by green, differ over a face in one light: cheeks are redder than a forehead. Natural logarithms. */
const NATURAL = { red: 0.06, blue: 0.1 };
/** Share of what goes beyond that is taken away, and the farthest that a colour is moved. */
const STRENGTH = 0.9;
const FARTHEST = 0.4;
/** Beyond this a place is no skin, but hair, a frame or paint. */
const NO_SKIN = 0.9;
/** Brightness, by the face's median, from which a place's colour counts: shadows and beards have little of it. */
const [DARK, LIT] = [0.2, 0.5];
/** Width of the blur in faces: only light that changes slowly is evened out. */
const SOFTNESS = 0.07;

/**
 * Factors on red, green and blue that bring the lights of several colours on one face together, such as blue from the sky on the forehead and
 * orange from a hat on the cheeks. Brightness and the face's usual colour stay. 1 away from the face; null where nothing has to change.
 */
export function evenOwnTint(person: Person, grid: Grid): Planes | null {
  const skin = person.mesh ? skinPlaces(person, grid) : [];
  if (!person.mesh || skin.length === 0) return null;
  const light = meanLight(person, grid, skin);
  const level = median(skin.map((_, k) => light[k]![1]));
  const ratios = skin.map((_, k) => ratiosOf(light[k]!));
  const usual = { red: median(ratios.map(({ red }) => red)), blue: median(ratios.map(({ blue }) => blue)) };
  const weights = skin.map((_, k) => {
    const { red, blue } = ratios[k]!;
    const isSkin = Math.abs(red - usual.red) < NO_SKIN && Math.abs(blue - usual.blue) < NO_SKIN;
    return isSkin ? smoothstep(DARK, LIT, light[k]![1] / (level + 1e-4)) : 0;
  });
  const sigma = (SOFTNESS * faceHeightOf(person.mesh) * grid.width) / person.width;
  const field = (of: 'red' | 'blue'): Float32Array =>
    smoothField(
      grid,
      skin,
      ratios.map((ratio) => ratio[of] - usual[of]),
      weights,
      sigma,
    );
  const [red, blue] = [field('red'), field('blue')];
  const isOneLight = [...red.keys()].every(
    (i) => Math.abs(red[i]!) <= NATURAL.red && Math.abs(blue[i]!) <= NATURAL.blue,
  );
  if (isOneLight) {
    give(red, blue);
    return null;
  }
  const factors = [0, 1, 2].map(() => takeZeros(grid.width * grid.height).fill(1)) as unknown as Planes;
  const near = nearFace(person, grid);
  // Of a face's usual colour, for what a change of red and blue does to its brightness.
  const shares = [0.2126 * Math.exp(usual.red), 0.7152, 0.0722 * Math.exp(usual.blue)] as const;
  const whole = shares[0] + shares[1] + shares[2];
  for (let i = 0; i < near.length; i++) {
    if (near[i] === 0) continue;
    const [r, b] = [correction(red[i]!, NATURAL.red) * near[i]!, correction(blue[i]!, NATURAL.blue) * near[i]!];
    const [fr, fb] = [Math.exp(r), Math.exp(b)];
    const brightness = whole / (shares[0] * fr + shares[1] + shares[2] * fb);
    factors[0][i] = fr * brightness;
    factors[1][i] = brightness;
    factors[2][i] = fb * brightness;
  }
  give(red, blue, near);
  return factors;
}

function correction(difference: number, natural: number): number {
  const beyond = Math.max(0, Math.abs(difference) - natural);
  return clamp(-Math.sign(difference) * STRENGTH * beyond, -FARTHEST, FARTHEST);
}

const ratiosOf = ([red, green, blue]: readonly [number, number, number]): { red: number; blue: number } => ({
  red: Math.log((red + 1e-3) / (green + 1e-3)),
  blue: Math.log((blue + 1e-3) / (green + 1e-3)),
});

/** Weighted values at some places, as a smooth field over the whole grid. A scratch buffer. */
function smoothField(
  { width, height }: Grid,
  places: readonly number[],
  values: readonly number[],
  weights: readonly number[],
  sigma: number,
): Float32Array {
  const [sum, weight] = [takeZeros(width * height), takeZeros(width * height)];
  for (const [k, i] of places.entries()) {
    sum[i] = values[k]! * weights[k]!;
    weight[i] = weights[k]!;
  }
  const [near, nearWeight] = [blur(sum, width, height, sigma), blur(weight, width, height, sigma)];
  const [far, farWeight] = [blur(sum, width, height, 4 * sigma), blur(weight, width, height, 4 * sigma)];
  const out = take(width * height);
  for (let i = 0; i < out.length; i++) {
    // Where there is little skin nearby, such as in a beard, what is farther away tells the light.
    const distant = far[i]! / (farWeight[i]! + 1e-4);
    out[i] = (near[i]! + 0.1 * distant) / (nearWeight[i]! + 0.1);
  }
  give(sum, weight, near, nearWeight, far, farWeight);
  return out;
}
