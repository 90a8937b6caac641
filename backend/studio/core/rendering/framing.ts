import type { Point } from '../photo/landmarks.js';

/** What a framing may show: in the cutout's pixels. */
export interface FramingLimits {
  width: number;
  height: number;
  faceHeight: number;
  /** Centre between the eyes. */
  eye: Point;
  /** Row of the highest hair. */
  headTop: number;
  /** Columns of the outermost hair or ears to the left and right. */
  headSides: Point | null;
  /** Places where the person is cut off by the photo's edge or the outline is unclear: they must not be seen inside a portrait. */
  cuts: readonly Point[];
  /** Boxes (left, top, right, bottom) of small things that a frame should show whole or not at all. */
  pins?: readonly (readonly [number, number, number, number])[];
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
/** Tightest crops in face heights: the wished limit, and the one below which only the tightest photos go. */
export const ROOMY_FACES = 2.2;
const WIDEST_FACES = 3.25;
export const SMALLEST_FACES = 1.95;
const EYE_LINES = [0, -0.02, 0.02, -0.04, 0.04, -0.06, 0.06, -0.08];
const SHIFTS = [0, -0.02, 0.02, -0.04, 0.04, -0.065, 0.065];

/** Air above the head, as a share of the portrait's height. */
const HEADROOM = 0.035;
/** Air beside the head, as a share of the portrait's width. */
const SIDEROOM = 0.065;

/**
 * The possible framing nearest to the wish, or null when every one would show a cut edge of the person. Tall or wide hair is given a wider
 * framing; it is cut off only where the photo leaves no other choice.
 */
export function solveFraming(limits: FramingLimits, wish: FramingWish, smallest = SMALLEST_FACES): Crop | null {
  const start = Math.max(wish.faces, smallest);
  return (
    search(limits, wish, range(start, Math.max(smallest, ROOMY_FACES)), true) ??
    search(limits, wish, range(start, WIDEST_FACES), true) ??
    search(limits, wish, range(start, smallest), true) ??
    search(limits, wish, range(start, smallest), false)
  );
}

/** Sizes, sideways shifts and eye lines of the crops among which one is looked for that differs from others. */
const CHOICE = {
  faces: [2.2, 2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 2.9, 3, 3.1, 3.2],
  shifts: [-0.085, -0.055, -0.03, 0, 0.03, 0.055, 0.085],
  eyeLines: [0.345, 0.36, 0.375, 0.39, 0.405, 0.42, 0.435],
};

/** All crops of a grid that show no cut edge of the person and leave air around the head. */
export function cleanCrops(limits: FramingLimits): Crop[] {
  const all = CHOICE.faces.flatMap((faces) =>
    CHOICE.shifts.flatMap((shift) => CHOICE.eyeLines.map((eyeLine) => cropFor(limits, faces, eyeLine, shift))),
  );
  return all.filter((crop) => hasHeadroom(limits, crop) && isClean(limits.cuts, crop));
}

/** Steps from one crop height to another, in either direction. */
function range(from: number, to: number): number[] {
  const steps = Math.floor(Math.abs(to - from) / 0.05 + 1e-6);
  return Array.from({ length: steps + 1 }, (_, i) => from + Math.sign(to - from) * 0.05 * i);
}

function search(limits: FramingLimits, wish: FramingWish, sizes: readonly number[], headroom: boolean): Crop | null {
  for (const faces of sizes) {
    for (const shift of SHIFTS) {
      for (const line of EYE_LINES) {
        const eyeLine = wish.eyeLine + line;
        if (eyeLine < 0.3 || eyeLine > 0.445) continue;
        const crop = cropFor(limits, faces, eyeLine, wish.shift + shift);
        if (headroom && !hasHeadroom(limits, crop)) continue;
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

function hasHeadroom({ headTop, headSides }: FramingLimits, crop: Crop): boolean {
  if (crop.y > headTop - HEADROOM * crop.height) return false;
  if (!headSides) return true;
  const air = SIDEROOM * crop.width;
  return crop.x <= headSides[0] - air && crop.x + crop.width >= headSides[1] + air;
}

const isClean = (cuts: readonly Point[], crop: Crop): boolean =>
  !cuts.some(([x, y]) => x > crop.x && y > crop.y && x < crop.x + crop.width && y < crop.y + crop.height);

/** Whether each pin is in the crop with a little room, or outside. */
export function keepsPinsWhole({ pins = [] }: FramingLimits, crop: Crop): boolean {
  const room = 0.016 * crop.height;
  const [right, bottom] = [crop.x + crop.width, crop.y + crop.height];
  return pins.every(([x0, y0, x1, y1]) => {
    const isInside = x0 - room >= crop.x && x1 + room <= right && y0 - room >= crop.y && y1 + room <= bottom;
    return isInside || x1 <= crop.x || x0 >= right || y1 <= crop.y || y0 >= bottom;
  });
}

/** Row of the highest clearly visible point of the person near the face: the top of the hair. */
export function findHeadTop(alpha: Float32Array, width: number, eye: Point, faceHeight: number): number {
  const from = Math.max(0, Math.round(eye[0] - 0.45 * faceHeight));
  const to = Math.min(width, Math.round(eye[0] + 0.45 * faceHeight));
  for (let y = 0; y < eye[1]; y++) {
    let covered = 0;
    for (let x = from; x < to; x++) if (alpha[y * width + x]! > 0.5) covered++;
    if (covered > 0.06 * faceHeight) return y;
  }
  return Math.round(eye[1]);
}

/** Outermost columns of the person between the top of the hair and the mouth: hair or ears, but no shoulders. */
export function findHeadSides(
  alpha: Float32Array,
  width: number,
  headTop: number,
  eye: Point,
  faceHeight: number,
): [left: number, right: number] {
  let [left, right] = [eye[0], eye[0]];
  for (let y = headTop; y < eye[1] + 0.35 * faceHeight; y++) {
    // From the middle outwards, so that a hand or a shoulder beside the head does not count.
    let x = Math.round(eye[0]);
    while (x > 0 && alpha[y * width + x - 1]! > 0.5) x--;
    left = Math.min(left, x);
    x = Math.round(eye[0]);
    while (x < width - 1 && alpha[y * width + x + 1]! > 0.5) x++;
    right = Math.max(right, x);
  }
  return [left, right];
}

/** Finds where the visible person meets the end of the photo (or of the cutout). */
export function findCuts(alpha: Float32Array, valid: Float32Array, width: number, height: number): [number, number][] {
  const reach = 6;
  const missing = (x: number, y: number): boolean =>
    x < 0 || y < 0 || x >= width || y >= height || valid[y * width + x]! < 0.5;
  const cuts: [number, number][] = [];
  for (let y = 2; y < height; y += 4) {
    for (let x = 2; x < width; x += 4) {
      const i = y * width + x;
      if (alpha[i]! < 0.2 || valid[i]! < 0.5) continue;
      if (missing(x - reach, y) || missing(x + reach, y) || missing(x, y - reach) || missing(x, y + reach))
        cuts.push([x, y]);
    }
  }
  return cuts;
}
