import { blur, boxMean } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { dilate, opening } from '../raster/morphology.js';
import { ramp } from '../raster/numbers.js';
import { resample, type Region } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import { CHANNELS } from '../raster/channels.js';
import type { Point } from '../photo/landmarks.js';

/** What the passes of the model agree on. All of one size. */
export interface Opinions {
  rgb: Planes;
  /** Mean of the passes, and the least of them. */
  probability: Float32Array;
  least: Float32Array;
  /** 1 where the passes contradict each other. */
  contradicted: Float32Array;
  width: number;
  height: number;
  /** Forehead to chin in these pixels. */
  faceHeight: number;
  /** Centre between the eyes. */
  eye: Point;
  /** The part that shows the photo. */
  valid: Region;
}

/** Probabilities between which a place is guesswork. */
const [NOBODY, SOMEBODY] = [0.08, 0.92];
/** What has the person's colours must be probable, too. */
const MORE_THAN_HALF = [0.3, 0.55] as const;
/** Half the width below which what is left is a splinter, in faces. */
const SPLINTER = 0.07;
/** How thick such a place must be, in faces, and how much of its neighbourhood it takes up: outlines are thin. */
const THICK = 0.05;
const MOSTLY = 0.6;
/** Radii in which the colours of person and background are learnt, in faces: the wider one where the near one knows none. */
const [AROUND, FAR_AROUND] = [0.16, 0.6];
/** A deviation that colours have at least (0..1). */
const NOISE = 0.04;
/** Among colours that vary more than that, any colour would be at home. */
const MOST_VARIED = 0.12;
/** Share of a neighbourhood that has to look like the person: of the head's, an ear is little. */
const MOST_ALIKE = [0.5, 0.85] as const;
const SOME_ALIKE = [0.2, 0.5] as const;
/** How many deviations from the person's colours a place beside the body may be, and from the background's one of the head must be. */
const FAR = 2;
const NEAR = 1.5;
/** Half width of the head, and how far below the eyes it goes, in faces: there is hair, which need not have the colours of the skin. */
const HEAD = 0.62;
const CHIN = 0.6;
/** From this probability on what is of the head is the person, whatever its colours: white hair before a white wall. */
const LIKELY = 0.65;

/**
 * Settles places thicker than an outline about which the passes are unsure or contradict each other, as a passer-by, a post behind the shoulder
 * or hair before a window: what has the colours of the sure person beside it, rather than those of the sure background, stays, and so does
 * hair, unless it has the background's; anything else is no half person but nobody. Changes the probability in place.
 * @returns 1 at each contested place beside the head, however it was settled; a scratch buffer
 */
export function settleContested(opinions: Opinions): Float32Array {
  const { probability, contradicted, width, height, faceHeight } = opinions;
  const n = width * height;
  const contested = take(n);
  for (let i = 0; i < n; i++) {
    const p = probability[i]!;
    contested[i] = contradicted[i]! > 0 || (p > NOBODY && p < SOMEBODY) ? 1 : 0;
  }
  const radius = Math.max(1, Math.round((THICK * faceHeight) / 2));
  const share = boxMean(contested, width, height, radius);
  for (let i = 0; i < n; i++) share[i] = share[i]! > MOSTLY ? 1 : 0;
  const broad = dilate(share, width, height, radius);
  for (let i = 0; i < n; i++) contested[i]! *= broad[i]!;
  give(share, broad);
  if (contested.some((v) => v > 0)) {
    decideByColours(opinions, contested, radius);
    for (let i = 0; i < n; i++) if (isHead(opinions, i)) contested[i] = 0;
    dropSplinters(opinions, contested);
  }
  return contested;
}

/** Whether a place is of the head, if it is of the person at all. */
function isHead({ width, eye, faceHeight }: Opinions, i: number): boolean {
  const [x, y] = [i % width, Math.floor(i / width)];
  return Math.abs(x - eye[0]) < HEAD * faceHeight && y < eye[1] + CHIN * faceHeight;
}

/** Raises and lowers the probability of contested places by whose colours they have. */
function decideByColours(opinions: Opinions, contested: Float32Array, radius: number): void {
  const { rgb, probability, least, width, height } = opinions;
  const person = learnColours(opinions, (p) => p > 0.97);
  const back = learnColours(opinions, (p) => p < 0.03);
  const isPerson = take(probability.length);
  for (let i = 0; i < isPerson.length; i++) {
    const own = distance(person, rgb, i, width);
    const other = distance(back, rgb, i, width);
    isPerson[i] = isHead(opinions, i) ? Number(own < other || other > NEAR) : Number(own < other && own < FAR);
  }
  // A strand or a button does not decide; its neighbourhood does.
  const alike = boxMean(isPerson, width, height, radius);
  for (let i = 0; i < contested.length; i++) {
    if (contested[i] === 0) continue;
    const p = probability[i]!;
    const head = isHead(opinions, i);
    if (head && p > LIKELY) {
      probability[i] = Math.max(p, SOMEBODY);
      continue;
    }
    const own = head ? p : p * ramp(...MORE_THAN_HALF, p);
    const other = Math.min(p, least[i]!) * ramp(0.6, SOMEBODY, least[i]!);
    const [few, many] = head ? SOME_ALIKE : MOST_ALIKE;
    probability[i] = other + (own - other) * ramp(few, many, alike[i]!);
  }
  give(isPerson, alike, ...person.mean, person.deviation, ...back.mean, back.deviation);
}

/** What is left at and around a contested place beside the head but is thin is a splinter of something else. */
function dropSplinters(opinions: Opinions, contested: Float32Array): void {
  const { probability, width, height, faceHeight, eye, valid } = opinions;
  const body = take(probability.length);
  for (let y = 0; y < height; y++) {
    // A shoulder that the photo cuts goes on beyond it.
    const isShoulder = y > eye[1] + CHIN * faceHeight;
    for (let x = 0; x < width; x++) {
      const isPhoto = x > valid.x && x < valid.x + valid.width - 1 && y > valid.y && y < valid.y + valid.height - 1;
      body[y * width + x] = (isShoulder && !isPhoto) || probability[y * width + x]! > 0.5 ? 1 : 0;
    }
  }
  const solid = opening(body, width, height, Math.round(SPLINTER * faceHeight));
  const near = dilate(contested, width, height, Math.round(2 * SPLINTER * faceHeight));
  for (let i = 0; i < body.length; i++)
    if (near[i]! > 0 && solid[i] === 0 && !isHead(opinions, i)) probability[i] = Math.min(probability[i]!, NOBODY / 2);
  give(body, solid, near);
}

/** Local colours at a quarter of the size: mean and deviation; a deviation below 0 where nothing is known. */
interface Colours {
  mean: Planes;
  deviation: Float32Array;
  columns: number;
}

function learnColours(
  { rgb, probability, width, height, faceHeight }: Opinions,
  isSure: (p: number) => boolean,
): Colours {
  const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const small = (plane: Float32Array): Float32Array => resample(plane, width, height, columns, rows);
  const sure = take(width * height);
  for (let i = 0; i < sure.length; i++) sure[i] = isSure(probability[i]!) ? 1 : 0;
  const weight = small(sure);
  const planes = rgb.map(small) as unknown as Planes;
  const [near, far] = [AROUND, FAR_AROUND].map((radius) =>
    coloursWithin(planes, weight, columns, rows, (radius * faceHeight) / 4 / 2),
  ) as [Colours, Colours];
  for (let i = 0; i < near.deviation.length; i++) {
    if (near.deviation[i]! >= 0) continue;
    near.deviation[i] = far.deviation[i]!;
    for (const c of CHANNELS) near.mean[c][i] = far.mean[c][i]!;
  }
  give(sure, weight, ...planes, ...far.mean, far.deviation);
  return near;
}

/** Weighted mean and deviation of the colours around each place. */
function coloursWithin(planes: Planes, weight: Float32Array, columns: number, rows: number, sigma: number): Colours {
  const total = blur(weight, columns, rows, sigma);
  const deviation = takeZeros(columns * rows);
  const mean = planes.map((plane) => {
    const [values, squares] = [take(plane.length), take(plane.length)];
    for (let i = 0; i < plane.length; i++) {
      values[i] = plane[i]! * weight[i]!;
      squares[i] = plane[i]! * values[i]!;
    }
    const [first, second] = [blur(values, columns, rows, sigma), blur(squares, columns, rows, sigma)];
    for (let i = 0; i < first.length; i++) {
      first[i]! /= total[i]! + 1e-5;
      deviation[i]! += Math.max(0, second[i]! / (total[i]! + 1e-5) - first[i]! ** 2);
    }
    give(values, squares, second);
    return first;
  }) as unknown as Planes;
  for (let i = 0; i < deviation.length; i++) deviation[i] = total[i]! < 1e-3 ? -1 : Math.sqrt(deviation[i]!);
  give(total);
  return { mean, deviation, columns };
}

/** How many deviations a pixel's colour is from the colours around; infinite where none are known. */
function distance({ mean, deviation, columns }: Colours, rgb: Planes, i: number, width: number): number {
  const j = (Math.floor(i / width) >> 2) * columns + ((i % width) >> 2);
  if (deviation[j]! < 0) return Infinity;
  const [r, g, b] = [rgb[0][i]! - mean[0][j]!, rgb[1][i]! - mean[1][j]!, rgb[2][i]! - mean[2][j]!];
  return Math.hypot(r, g, b) / (Math.min(deviation[j]!, MOST_VARIED) + NOISE);
}
