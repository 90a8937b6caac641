import { blur, boxMean } from '../raster/blur.js';
import { connectedComponents } from '../raster/components.js';
import type { Planes } from '../raster/guided-filter.js';
import { resample } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';

/** What is looked at: planes, and the person's probability, which is changed in place. All of one size. */
interface Surroundings {
  rgb: Planes;
  probability: Float32Array;
  width: number;
  height: number;
  /** Forehead to chin in these pixels. */
  faceHeight: number;
}

/** How far a thing may stand out from the person's sure outline, and how far from it the wall is taken to be wall alone; in faces. */
const REACH = 0.1;
const CLEAR = 0.14;
/** Radius in which a wall's colour is learnt, in faces. */
const AROUND = 0.3;
/** Deviation (0..1) above which a background is no plain wall. */
const PLAIN = 0.05;
/** Distance of colours (0..1) that no wall's own pattern has. */
const DIFFERENT = 0.14;
/** Distance of colours an edge must rise by within three pixels: shadows fade. */
const CRISP = 0.17;
/** What is found is taken for this probable inside and along its edge, where colours then decide in detail; and how far the edge goes in pixels. */
const FOUND = 0.98;
const FOUND_EDGE = 0.7;
const EDGE = 2;
/** How wide the seam between a found thing and the person may be, in faces. */
const JOINT = 0.03;

/**
 * Finds thin things that belong to the person and that the mask has overlooked before a plain wall, as a collar's or a ring's far edge: they
 * differ from the wall, have a crisp edge, touch the person and end nearby.
 */
export function addAttached({ rgb, probability, width, height, faceHeight }: Surroundings): void {
  const wall = learnWall({ rgb, probability, width, height, faceHeight });
  const person = take(width * height);
  for (let i = 0; i < person.length; i++) person[i] = probability[i]! > 0.5 ? 1 : 0;
  const near = boxMean(person, width, height, Math.round(CLEAR * faceHeight));
  const close = boxMean(person, width, height, Math.round(REACH * faceHeight));
  const different = takeZeros(width * height);
  for (let i = 0; i < different.length; i++) {
    if (person[i] === 0 && near[i]! > 1e-6 && wall.deviation[i]! < PLAIN && isUnlike(wall, rgb, i)) different[i] = 1;
  }
  const isInner = (i: number): boolean =>
    i >= width && i < width * (height - 1) && i % width > 0 && i % width < width - 1;
  for (const thing of connectedComponents(different, width)) {
    // What reaches the picture's edge goes on beyond it.
    if (!thing.every(isInner)) continue;
    const touches = thing.some(
      (i) => person[i - 1] === 1 || person[i + 1] === 1 || person[i - width] === 1 || person[i + width] === 1,
    );
    if (!touches || thing.some((i) => close[i]! < 1e-6) || !isCrisp(thing, { rgb, different, person, width, height }))
      continue;
    const isEdge = (i: number): boolean =>
      [-EDGE, EDGE, -EDGE * width, EDGE * width].some((step) => different[i + step] === 0 && person[i + step] === 0);
    for (const i of thing) probability[i] = Math.max(probability[i]!, isEdge(i) ? FOUND_EDGE : FOUND);
    const reach = Math.round(JOINT * faceHeight);
    // Between a thing and the person's sure part is no wall: what was undecided there is the person's, if its colour is not the wall's.
    for (const i of thing) {
      for (const j of around(i, reach, width, height))
        if (person[j] === 1 && probability[j]! < FOUND && !isEdge(j) && isUnlike(wall, rgb, j)) probability[j] = FOUND;
    }
  }
  give(person, near, close, different, wall.deviation, ...wall.mean);
}

/** Indices of the square around a place. */
function* around(i: number, reach: number, width: number, height: number): Generator<number> {
  const [x, y] = [i % width, (i / width) | 0];
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) yield v * width + u;
  }
}

/** A plain wall's colour and how much it varies around each place. */
interface Wall {
  mean: Planes;
  deviation: Float32Array;
}

function isUnlike(wall: Wall, rgb: Planes, i: number): boolean {
  const least = DIFFERENT + 2 * wall.deviation[i]!;
  return (
    (rgb[0][i]! - wall.mean[0][i]!) ** 2 + (rgb[1][i]! - wall.mean[1][i]!) ** 2 + (rgb[2][i]! - wall.mean[2][i]!) ** 2 >
    least * least
  );
}

/** The wall's colour and how much it varies around each place, from what lies well clear of the person. */
function learnWall({ rgb, probability, width, height, faceHeight }: Surroundings): Wall {
  const factor = 8;
  const [sw, sh] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const small = (plane: Float32Array): Float32Array => resample(plane, width, height, sw, sh);
  const person = small(probability);
  const around = boxMean(person, sw, sh, Math.max(1, Math.round((CLEAR * faceHeight) / factor)));
  const clear = take(sw * sh);
  for (let i = 0; i < clear.length; i++) clear[i] = around[i]! < 0.01 ? 1 : 0;
  const sigma = (AROUND * faceHeight) / factor / 2;
  const weight = blur(clear, sw, sh, sigma);
  const variance = takeZeros(sw * sh);
  const mean = rgb.map((plane) => {
    const reduced = small(plane);
    const squares = take(sw * sh);
    for (let i = 0; i < clear.length; i++) {
      squares[i] = reduced[i]! * reduced[i]! * clear[i]!;
      reduced[i]! *= clear[i]!;
    }
    const first = blur(reduced, sw, sh, sigma);
    const second = blur(squares, sw, sh, sigma);
    for (let i = 0; i < first.length; i++) {
      first[i]! /= weight[i]! + 1e-6;
      // Where no wall is within reach, nothing is known of it.
      variance[i]! += weight[i]! < 1e-3 ? 1 : Math.max(0, second[i]! / (weight[i]! + 1e-6) - first[i]! * first[i]!);
    }
    const full = resample(first, sw, sh, width, height);
    give(reduced, squares, first, second);
    return full;
  }) as unknown as Planes;
  for (let i = 0; i < variance.length; i++) variance[i] = Math.sqrt(variance[i]!);
  const deviation = resample(variance, sw, sh, width, height);
  give(person, around, clear, weight, variance);
  return { mean, deviation };
}

interface Found {
  rgb: Planes;
  different: Float32Array;
  person: Float32Array;
  width: number;
  height: number;
}

/** Whether the thing's border towards the wall rises at once over most of its length. */
function isCrisp(thing: readonly number[], { rgb, different, person, width, height }: Found): boolean {
  const reach = 3;
  let [border, crisp] = [0, 0];
  for (const i of thing) {
    const [x, y] = [i % width, (i / width) | 0];
    if (x < reach || y < reach || x >= width - reach || y >= height - reach) continue;
    for (const step of [-1, 1, -width, width]) {
      const outside = i + step;
      if (different[outside]! > 0 || person[outside] === 1) continue;
      border++;
      const [a, b] = [i - step * (reach - 1), outside];
      const rise = Math.hypot(rgb[0][a]! - rgb[0][b]!, rgb[1][a]! - rgb[1][b]!, rgb[2][a]! - rgb[2][b]!);
      if (rise > CRISP) crisp++;
    }
  }
  return border > 0 && crisp > 0.5 * border;
}
