import { elementOf } from '../element-of.js';
import { blur } from '../raster/blur.js';
import { faceHeightOf, OVAL } from '../photo/landmarks.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import { evenOwnLight, type Slopes } from './own-light.js';
import { evenOwnTint } from './own-tint.js';
import type { Person } from './person.js';

/** Width of the light map: light is soft, so it is worked out small. */
export const LIGHT_WIDTH = 128;
export const LIGHT_HEIGHT = 160;

/** Soft light on the person, at LIGHT_WIDTH × LIGHT_HEIGHT. */
export interface LightMap {
  /** Brightness of the key light, 1 on the average of the face. */
  key: Float32Array;
  /** Factors that take the photo's own light off the face. */
  even: Float32Array;
  /** Factors on red, green and blue that bring its colours together; null where they are one. */
  tint: Planes | null;
  /** How much a surface faces sideways or upwards, towards lamps behind the person. */
  back: Float32Array;
}

/**
 * Models the person as an inflated relief with the face's own depth, and lights it from one side above.
 * @param alpha the person's alpha at the map's size @param side -1 light from the left, 1 from the right
 * @param sided how much less of the light from behind falls on the other side, 0..1
 */
export function lightPerson(person: Person, alpha: Float32Array, side: -1 | 1, sided = 0): LightMap {
  const slopes = slopesOf(person, alpha);
  const n = LIGHT_WIDTH * LIGHT_HEIGHT;
  const key = takeZeros(n);
  const back = takeZeros(n);
  const [lx, ly, lz] = [0.62 * side, -0.42, 0.66];
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [slopes.right[i]!, slopes.down[i]!];
    const length = Math.hypot(dx, dy, 1);
    key[i] = Math.max(0, (-dx * lx - dy * ly + lz) / length);
    const away = dx * side > 0 ? 1 - sided : 1;
    back[i] = (Math.abs(dx) * 0.8 * away + Math.max(0, dy) * 0.7) / length;
  }
  repeatBorder(key);
  repeatBorder(back);
  const soft = blur(key, LIGHT_WIDTH, LIGHT_HEIGHT, 1.6);
  const softBack = blur(back, LIGHT_WIDTH, LIGHT_HEIGHT, 1);
  give(key, back);
  const even = evenOwnLight(person, slopes, { width: LIGHT_WIDTH, height: LIGHT_HEIGHT });
  const tint = evenOwnTint(person, { width: LIGHT_WIDTH, height: LIGHT_HEIGHT });
  give(slopes.right, slopes.down);
  const level = faceLevel(soft, person, alpha);
  for (let i = 0; i < n; i++) soft[i] = clamp(soft[i]! / level, 0.35, 1.7);
  return { key: soft, back: softBack, even, tint };
}

/** Slopes of the person's relief; 0 along the border, where they have no neighbour. */
function slopesOf(person: Person, alpha: Float32Array): Slopes {
  const relief = reliefOf(person, alpha);
  const [right, down] = [takeZeros(relief.length), takeZeros(relief.length)];
  for (let y = 1; y < LIGHT_HEIGHT - 1; y++) {
    for (let x = 1; x < LIGHT_WIDTH - 1; x++) {
      const i = y * LIGHT_WIDTH + x;
      right[i] = (relief[i + 1]! - relief[i - 1]!) / 2;
      down[i] = (relief[i + LIGHT_WIDTH]! - relief[i - LIGHT_WIDTH]!) / 2;
    }
  }
  give(relief);
  return { right, down };
}

/** The slope has no neighbour at the border; left at zero it would darken a person who touches the edge of the picture. */
function repeatBorder(map: Float32Array): void {
  for (let x = 0; x < LIGHT_WIDTH; x++) {
    map[x] = map[LIGHT_WIDTH + x]!;
    map[(LIGHT_HEIGHT - 1) * LIGHT_WIDTH + x] = map[(LIGHT_HEIGHT - 2) * LIGHT_WIDTH + x]!;
  }
  for (let y = 0; y < LIGHT_HEIGHT; y++) {
    map[y * LIGHT_WIDTH] = map[y * LIGHT_WIDTH + 1]!;
    map[y * LIGHT_WIDTH + LIGHT_WIDTH - 1] = map[y * LIGHT_WIDTH + LIGHT_WIDTH - 2]!;
  }
}

function reliefOf(person: Person, alpha: Float32Array): Float32Array {
  const n = LIGHT_WIDTH * LIGHT_HEIGHT;
  const relief = takeZeros(n);
  for (const [sigma, height] of [
    [3, 5],
    [8, 9],
    [16, 14],
  ] as const) {
    const soft = blur(alpha, LIGHT_WIDTH, LIGHT_HEIGHT, sigma);
    for (let i = 0; i < n; i++) relief[i]! += soft[i]! * height;
    give(soft);
  }
  if (person.mesh) addFace(relief, person);
  const smooth = blur(relief, LIGHT_WIDTH, LIGHT_HEIGHT, 1.2);
  give(relief);
  return smooth;
}

/** Adds the face as a smooth bump that starts at zero on its oval: a step there would be lit like an edge. */
function addFace(relief: Float32Array, person: Person): void {
  const scale = LIGHT_WIDTH / person.width;
  const mesh = person.mesh!;
  const base = planeThrough(OVAL.map((i) => elementOf(mesh, i)));
  const sum = takeZeros(relief.length);
  const weight = takeZeros(relief.length);
  for (const [x, y, z] of mesh) {
    const px = Math.round(x * scale);
    const py = Math.round(y * scale);
    if (px < 0 || py < 0 || px >= LIGHT_WIDTH || py >= LIGHT_HEIGHT) continue;
    sum[py * LIGHT_WIDTH + px]! += Math.max(0, base(x, y) - z) * scale;
    weight[py * LIGHT_WIDTH + px]! += 1;
  }
  // The mesh is sparse between cheek and nose; the blur must bridge its gaps at any size of the face.
  const sigma = Math.max(1.6, 0.05 * faceHeightOf(mesh) * scale);
  const softSum = blur(sum, LIGHT_WIDTH, LIGHT_HEIGHT, sigma);
  const softWeight = blur(weight, LIGHT_WIDTH, LIGHT_HEIGHT, sigma);
  const dense = Math.max(...softWeight);
  for (let i = 0; i < relief.length; i++) {
    const near = smoothstep(0, 0.3, softWeight[i]! / (dense + 1e-6));
    relief[i]! += 0.55 * near * (softSum[i]! / (softWeight[i]! + 1e-4));
  }
  give(sum, weight, softSum, softWeight);
}

/** Depth as a plane over the picture, fitted to points by least squares. */
function planeThrough(points: readonly (readonly [number, number, number])[]): (x: number, y: number) => number {
  const n = points.length;
  const meanOf = (axis: 0 | 1 | 2): number => points.reduce((sum, p) => sum + p[axis], 0) / n;
  const [meanX, meanY, meanZ] = [meanOf(0), meanOf(1), meanOf(2)];
  let [xx, xy, yy, xz, yz] = [1e-6, 0, 1e-6, 0, 0];
  for (const [x, y, z] of points) {
    const [dx, dy, dz] = [x - meanX, y - meanY, z - meanZ];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
    xz += dx * dz;
    yz += dy * dz;
  }
  const det = xx * yy - xy * xy;
  const a = (xz * yy - yz * xy) / det;
  const b = (yz * xx - xz * xy) / det;
  return (x, y) => meanZ + a * (x - meanX) + b * (y - meanY);
}

function faceLevel(key: Float32Array, person: Person, alpha: Float32Array): number {
  let sum = 0;
  let count = 0;
  if (person.mesh) {
    const scale = LIGHT_WIDTH / person.width;
    for (const [x, y] of person.mesh) {
      const px = clamp(Math.round(x * scale), 0, LIGHT_WIDTH - 1);
      const py = clamp(Math.round(y * scale), 0, LIGHT_HEIGHT - 1);
      sum += key[py * LIGHT_WIDTH + px]!;
      count++;
    }
  } else {
    for (let i = 0; i < key.length; i++) {
      sum += key[i]! * alpha[i]!;
      count += alpha[i]!;
    }
  }
  return Math.max(0.2, sum / Math.max(1, count));
}

/** The person's alpha averaged down to the light map. */
export function alphaForLight(person: Person): Float32Array {
  const { rgba, width, height } = person;
  const out = take(LIGHT_WIDTH * LIGHT_HEIGHT);
  for (let y = 0; y < LIGHT_HEIGHT; y++) {
    const y0 = Math.floor((y * height) / LIGHT_HEIGHT);
    const y1 = Math.max(y0 + 1, Math.floor(((y + 1) * height) / LIGHT_HEIGHT));
    for (let x = 0; x < LIGHT_WIDTH; x++) {
      const x0 = Math.floor((x * width) / LIGHT_WIDTH);
      const x1 = Math.max(x0 + 1, Math.floor(((x + 1) * width) / LIGHT_WIDTH));
      let sum = 0;
      for (let v = y0; v < y1; v++) for (let u = x0; u < x1; u++) sum += rgba[(v * width + u) * 4 + 3]!;
      out[y * LIGHT_WIDTH + x] = sum / (255 * (x1 - x0) * (y1 - y0));
    }
  }
  return out;
}
