import type { Point } from '../photo/landmarks.js';

/** What a framing may show: in the cutout's pixels. */
export interface FramingLimits {
  width: number;
  height: number;
  faceHeight: number;
  /** Centre between the eyes. */
  eye: Point;
  /** Places where the person is cut off by the photo's edge: they must not be seen inside a portrait. */
  cuts: readonly Point[];
}

/** A wished framing: crop height in face heights, eye line as a share of it, sideways shift as a share of the width. */
export interface FramingWish {
  faces: number;
  eyeLine: number;
  shift: number;
}

/** A rectangle in the cutout's pixels with the portrait's proportions; may leave the cutout. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

const ASPECT = 0.8;
const EYE_LINES = [0, -0.02, 0.02, -0.04, 0.04, -0.06, 0.06, -0.08];
const SHIFTS = [0, -0.02, 0.02, -0.04, 0.04, -0.065, 0.065];

/** The possible framing nearest to the wish, or null when every one would show a cut edge of the person. */
export function solveFraming(limits: FramingLimits, wish: FramingWish, smallest = 1.95): Crop | null {
  for (let faces = wish.faces; faces >= smallest - 1e-6; faces -= 0.05) {
    for (const shift of SHIFTS) {
      for (const line of EYE_LINES) {
        const eyeLine = wish.eyeLine + line;
        if (eyeLine < 0.3 || eyeLine > 0.445) continue;
        const crop = cropFor(limits, faces, eyeLine, wish.shift + shift);
        if (isClean(limits.cuts, crop)) return crop;
      }
    }
  }
  return null;
}

function cropFor(limits: FramingLimits, faces: number, eyeLine: number, shift: number): Crop {
  const height = faces * limits.faceHeight;
  const width = height * ASPECT;
  return { x: limits.eye[0] - width * (0.5 + shift), y: limits.eye[1] - height * eyeLine, width, height };
}

const isClean = (cuts: readonly Point[], crop: Crop): boolean =>
  !cuts.some(([x, y]) => x > crop.x && y > crop.y && x < crop.x + crop.width && y < crop.y + crop.height);

/** Finds where the visible person meets the end of the photo (or of the cutout). */
export function findCuts(alpha: Float32Array, valid: Float32Array, width: number, height: number): [number, number][] {
  const reach = 6;
  const missing = (x: number, y: number): boolean => x < 0 || y < 0 || x >= width || y >= height || valid[y * width + x] < 0.5;
  const cuts: [number, number][] = [];
  for (let y = 2; y < height; y += 4) {
    for (let x = 2; x < width; x += 4) {
      const i = y * width + x;
      if (alpha[i] < 0.2 || valid[i] < 0.5) continue;
      if (missing(x - reach, y) || missing(x + reach, y) || missing(x, y - reach) || missing(x, y + reach)) cuts.push([x, y]);
    }
  }
  return cuts;
}
