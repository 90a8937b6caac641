import { ramp } from '../raster/numbers.js';
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
  /** Places where the person ends with the photo's lower edge: seen only where clothes are continued below them. */
  below?: readonly Point[];
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

/** A framing that may be used, and what speaks against it: 0 nothing, .5 as much as any two portraits differ. */
export interface Framing {
  crop: Crop;
  flaws: number;
}

const ASPECT = 0.8;
/** Crop heights in face heights: from here a portrait is roomy; below the second it is a face without a person. */
export const ROOMY_FACES = 2.2;
export const TIGHTEST_FACES = 1.5;
const WIDEST_FACES = 3.25;

/** Air above the head, as a share of the portrait's height, that looks right; and the least there is. */
const HEADROOM = 0.035;
const LEAST_HEADROOM = 0.01;
/** Air beside the head, as a share of the portrait's width. */
const SIDEROOM = 0.065;
/** Lowest eyes, as a share of the height; lower only where tall hair or a hat reaches up to so little air. */
const LOWEST_EYES = 0.445;
const LITTLE_AIR = 0.06;
/** How far below the eyes a portrait reaches at least, in faces: to the neck. */
const NECK = 0.8;
/** How near the top of the hair, in faces, a cut means that the photo itself cuts the hair. */
const AT_HAIR = 0.1;

/** Steps among which a framing is looked for. */
const FACES = steps(TIGHTEST_FACES, WIDEST_FACES, 0.05);
/** Never as far as a tenth: the place of the eyes is known to within a hundredth of the width. */
const SHIFTS = steps(-0.09, 0.09, 0.018);
const EYE_LINES = steps(0.3, 0.57, 0.015);

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
}

/**
 * All framings that show no cut edge of the person and the whole hair, unless the photo itself cuts it.
 * @param reach how far below the photo's end a portrait may reach, in faces
 */
export function framingsOf(limits: FramingLimits, reach = 0): Framing[] {
  const found: Framing[] = [];
  const cutHair = isHairCut(limits);
  const places = fromTheTop(limits);
  for (const faces of FACES) {
    for (const shift of SHIFTS) {
      // How far across a crop reaches does not depend on the eye line.
      const obstacles = obstaclesAcross(places, cropAt(limits, { faces, eyeLine: 0, shift }));
      for (const eyeLine of EYE_LINES) {
        const framing = framingBetween(limits, { faces, eyeLine, shift }, reach, cutHair, obstacles);
        if (framing) found.push(framing);
      }
    }
  }
  return found;
}

/** The crop as wished, whatever it shows. */
export function cropAt({ eye, faceHeight }: FramingLimits, { faces, eyeLine, shift }: FramingWish): Crop {
  const height = faces * faceHeight;
  const width = height * ASPECT;
  return { x: eye[0] - width * (0.5 + shift), y: eye[1] - height * eyeLine, width, height };
}

/** The framing as wished, or null where it would show what it must not. */
export function framingAt(limits: FramingLimits, wish: FramingWish, reach = 0): Framing | null {
  const obstacles = obstaclesAcross(fromTheTop(limits), cropAt(limits, wish));
  return framingBetween(limits, wish, reach, isHairCut(limits), obstacles);
}

/** Rows of the places that must not be seen, from the top down. */
interface Obstacles {
  cuts: readonly number[];
  ends: readonly number[];
}

type Places = Required<Pick<FramingLimits, 'cuts' | 'below'>>;

function fromTheTop({ cuts, below = [] }: FramingLimits): Places {
  const sorted = (places: readonly Point[]): Point[] => places.toSorted(([, a], [, b]) => a - b);
  return { cuts: sorted(cuts), below: sorted(below) };
}

/** The obstacles between the left and the right edge of a crop. @param places from the top down */
function obstaclesAcross({ cuts, below }: Places, { x: left, width }: Crop): Obstacles {
  const right = left + width;
  const rowsOf = (places: readonly Point[]): number[] => {
    const rows: number[] = [];
    for (const place of places) if (place[0] > left && place[0] < right) rows.push(place[1]);
    return rows;
  };
  return { cuts: rowsOf(cuts), ends: rowsOf(below) };
}

function framingBetween(
  limits: FramingLimits,
  wish: FramingWish,
  reach: number,
  cutHair: boolean,
  { cuts, ends }: Obstacles,
): Framing | null {
  const { eye, faceHeight, headTop, headSides } = limits;
  const { faces, eyeLine } = wish;
  const crop = cropAt(limits, wish);
  const { width, height } = crop;
  const air = (headTop - crop.y) / height;
  if (eyeLine > LOWEST_EYES && air > LITTLE_AIR) return null;
  if ((1 - eyeLine) * faces < NECK) return null;
  if (!cutHair && air < LEAST_HEADROOM) return null;
  const bottom = crop.y + height;
  const firstWithin = (rows: readonly number[]): number => rows.find((y) => y > crop.y) ?? Infinity;
  if (firstWithin(cuts) < bottom) return null;
  const end = firstWithin(ends);
  if (end < bottom - reach * faceHeight) return null;
  const [left, right] = headSides ?? [eye[0], eye[0]];
  const sideAir = Math.min(left - crop.x, crop.x + width - right) / width;
  const flaws =
    (cutHair
      ? Math.max(0, (crop.y - headTop) / faceHeight)
      : (air < HEADROOM ? 0.1 : 0) + 0.3 * ramp(HEADROOM, 0, air)) +
    (sideAir < SIDEROOM ? 0.1 : 0) +
    0.4 * ramp(SIDEROOM, -SIDEROOM, sideAir) +
    0.3 * ramp(ROOMY_FACES, TIGHTEST_FACES, faces) +
    (end < bottom ? 0.04 : 0);
  return { crop, flaws };
}

/** What a framing loses by its difference from the wished one, per difference of crops. */
const NOT_WISHED = 0.3;

/** The framing that comes nearest to a wish without flaws; undefined where there is none. */
export function nearestFraming(
  limits: FramingLimits,
  wish: FramingWish,
  framings: readonly Framing[],
): Framing | undefined {
  const wished = cropAt(limits, wish);
  let [best, least]: [Framing | undefined, number] = [undefined, Infinity];
  for (const framing of framings) {
    const loss = framing.flaws + NOT_WISHED * difference(framing.crop, limits, wished, limits);
    if (loss < least) [best, least] = [framing, loss];
  }
  return best;
}

/** How far apart two crops look: size of the face, and where the eyes come to lie. */
export function difference(a: Crop, ofA: FramingLimits, b: Crop, ofB: FramingLimits): number {
  const size = Math.abs(Math.log((ofA.faceHeight * b.height) / (ofB.faceHeight * a.height)));
  const x = (ofA.eye[0] - a.x) / a.width - (ofB.eye[0] - b.x) / b.width;
  const y = (ofA.eye[1] - a.y) / a.height - (ofB.eye[1] - b.y) / b.height;
  return size + 2.5 * Math.abs(x) + 2.5 * Math.abs(y);
}

/** Whether the photo's edge, not the portrait's, cuts the hair. */
function isHairCut({ cuts, eye, headTop, faceHeight }: FramingLimits): boolean {
  return cuts.some(([x, y]) => y < headTop + AT_HAIR * faceHeight && Math.abs(x - eye[0]) < 0.6 * faceHeight);
}

/** Whether each pin is in the crop with a little room, or outside. */
export function keepsPinsWhole({ pins = [] }: FramingLimits, crop: Crop): boolean {
  const room = 0.016 * crop.height;
  const [right, bottom] = [crop.x + crop.width, crop.y + crop.height];
  return pins.every(([x0, y0, x1, y1]) => {
    const isInside = x0 - room >= crop.x && x1 + room <= right && y0 - room >= crop.y && y1 + room <= bottom;
    return isInside || x1 <= crop.x || x0 >= right || y1 <= crop.y || y0 >= bottom;
  });
}
