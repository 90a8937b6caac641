import { connectedComponents } from '../core/raster/components.js';
import { opening } from '../core/raster/morphology.js';
import { give } from '../core/raster/scratch.js';

/** From here a pixel is of the person. */
const PERSON = 0.5;
/** Probabilities at which the mask is sure that there is nobody, and somebody. */
const [NOBODY, SOMEBODY] = [0.05, 0.95];
/** Half the width, as a share of the picture's, of what is no mere difference of outlines. */
const THICK = 0.012;
/** Share of the picture from which a part counts. */
const COUNTS = 0.0002;

/** A person's matte and what a person mask says of the same picture. */
export interface Silhouette {
  /** 0..1. */
  alpha: Float32Array;
  /** How surely each pixel is a person, 0..1; NaN where nothing is known, as beyond the photo. */
  support: Float32Array;
  width: number;
  height: number;
}

/** What is suspicious about a silhouette. Shares of the picture. */
export interface OutlineMeasure {
  /** Pieces that do not touch the person: how many, and the largest. */
  parts: number;
  largestPart: number;
  /** All clear places within the person, also those between arm and body. */
  holes: number;
  /** Share of the person, not of the picture, where the mask sees nobody. */
  unsupported: number;
  /** The largest thick place that was kept where the mask surely sees nobody, and that was cut away where it surely sees somebody. */
  foreign: number;
  missing: number;
}

/** Compares a matte with a mask, and looks at how it hangs together. */
export function measureOutline({ alpha, support, width, height }: Silhouette): OutlineMeasure {
  const n = width * height;
  const where = (is: (i: number) => boolean): Float32Array => Float32Array.from(alpha, (_, i) => (is(i) ? 1 : 0));
  const isPerson = (i: number): boolean => alpha[i]! >= PERSON;
  const person = where(isPerson);
  const areas = [...connectedComponents(person, width)].map((area) => area.length).toSorted((a, b) => b - a);
  const parts = areas.slice(1).filter((area) => area >= COUNTS * n);
  const clear = where((i) => !isPerson(i));
  const enclosed = [...connectedComponents(clear, width)].filter((area) => !touchesEdge(area, width, height));
  const foreign = where((i) => isPerson(i) && support[i]! < NOBODY);
  const missing = where((i) => !isPerson(i) && support[i]! > SOMEBODY);
  return {
    parts: parts.length,
    largestPart: (parts[0] ?? 0) / n,
    holes: sum(enclosed.map((area) => area.length)) / n,
    unsupported: sum(foreign) / Math.max(1, sum(areas)),
    foreign: largestThick(foreign, width, height) / n,
    missing: largestThick(missing, width, height) / n,
  };
}

/** Pixels of the largest connected thick place of a mask. */
function largestThick(mask: Float32Array, width: number, height: number): number {
  const thick = opening(mask, width, height, Math.max(1, Math.round(THICK * width)));
  // Opening leaves a pixel more around what it keeps.
  for (let i = 0; i < thick.length; i++) thick[i] = Math.min(thick[i]!, mask[i]!);
  let most = 0;
  for (const area of connectedComponents(thick, width)) most = Math.max(most, area.length);
  give(thick);
  return most;
}

const touchesEdge = (area: readonly number[], width: number, height: number): boolean =>
  area.some((i) => i < width || i >= width * (height - 1) || i % width === 0 || i % width === width - 1);

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** A cutout's head and what the photo shows of it. All lengths in the cutout's pixels. */
export interface Head {
  alpha: Float32Array;
  /** 1 where the photo has pixels. */
  valid: Float32Array;
  width: number;
  /** Centre between the eyes. */
  eye: readonly [x: number, y: number];
  faceHeight: number;
}

/** How far to either side of the eyes, in faces, hair is looked for. */
const BESIDE = 0.6;
/** Rows in which hair reaches the photo's end. */
const AT_END = 3;
/** What counts as cut, in faces, where hair goes on beyond the cutout itself. */
const BEYOND = 0.05;

/** How much of the hair, in faces, lies above a row although the photo has all of it; 0 where the photo itself cuts the hair. */
export function hairAbove(row: number, { alpha, valid, width, eye, faceHeight }: Head): number {
  const from = Math.max(0, Math.round(eye[0] - BESIDE * faceHeight));
  const to = Math.min(width - 1, Math.round(eye[0] + BESIDE * faceHeight));
  let top = Infinity;
  for (let x = from; x <= to; x++) {
    const first = firstRow(valid, width, x, 0);
    const hair = firstRow(alpha, width, x, first);
    if (first > 0 && hair < first + AT_END) return 0;
    top = Math.min(top, hair);
  }
  const hidden = Math.max(0, row - top) / faceHeight;
  return top === 0 ? Math.max(hidden, BEYOND) : hidden;
}

/** The first row of a column, from a row on, in which the plane is set; infinite for none. */
function firstRow(plane: Float32Array, width: number, x: number, from: number): number {
  for (let i = from * width + x, y = from; i < plane.length; i += width, y++) if (plane[i]! >= PERSON) return y;
  return Infinity;
}
