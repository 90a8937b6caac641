import type { Cutout } from '../descriptor.js';
import { elementOf } from '../element-of.js';
import type { PersonMask, PersonParts } from '../models/person-mask.js';
import type { Face } from '../photo/face.js';
import { OVAL, type Point } from '../photo/landmarks.js';
import type { Pictures } from '../pictures.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { scalePolygon } from '../raster/polygon.js';
import { resample, type Region } from '../raster/resample.js';
import type { Rgb } from '../raster/rgb.js';
import { blur } from '../raster/blur.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import { framingsOf, nearestFraming, ROOMY_FACES, type FramingWish } from '../rendering/framing.js';
import { CUTOUT_EYE_LINE, frameFor, meshInCutout, type CutoutFrame, type CutoutPixels } from './cutout-frame.js';
import { softenCuts } from './cuts.js';
import { findEnds, findHeadSides, findHeadTop } from './extent.js';
import { findHands, holdsFace } from './hands.js';
import { countWithin, findUnfounded } from './outline.js';
import {
  keepFaceComponent,
  personProbability,
  type PersonProbability,
  type Surroundings,
} from './person-probability.js';
import { dropRoomPieces } from './room-pieces.js';
import { sampleCutout, sampleSurroundings } from './sample-cutout.js';
import type { SkinTone } from './skin.js';
import { findUnclear, uncertaintyWithin } from './undecided.js';

/** Height of the face at which every photo is looked at, in pixels: so the photo check and the training see the same. */
const FACE = 208;

/**
 * Doubt about the outline in a usual portrait above which it is visibly wrong, and up to which unclear places do not show. The training decides
 * about JPEGs of what the check has seen: it is a little more generous, so that nothing that has passed is refused.
 */
const MOST_DOUBT = { check: 0.2, training: 0.24 };
const CLEAR = 0.09;

/** Flaws of the best framing up to which a photo is used: beyond, hair is cut on several sides of a head that fills the picture. */
const MOST_FLAWS = { check: 0.74, training: 0.78 };

/** Size of a face that runs into the own one up to which a photo is used, in squared faces. */
const MOST_TOUCHING = { check: 0, training: 0.05 };

/** The framing a photo is judged by. */
const USUAL: FramingWish = { faces: 2.6, eyeLine: 0.39, shift: 0 };

/** Share of the face's oval that is certainly the person: the mesh guesses the jaw's line and often lies outside it. */
const SURE_FACE = 0.9;

type Limits = Pick<Cutout, 'width' | 'height' | 'faceHeight' | 'eye' | 'headTop' | 'headSides' | 'cuts' | 'below'>;

/** What portraits of a photo may show, found at a small size. */
export interface PortraitRoom {
  frame: CutoutFrame;
  limits: Limits;
  /** How surely each pixel is the person, at half of the frame's size; it goes on where the photo has ended. */
  probability: Float32Array;
  /** How much of the person around each pixel is hair, 0..1, likewise. */
  hair: Float32Array;
  /** Share of a usual portrait's outline and person about which there is doubt: .02–.06 good, above .12 doubtful. */
  doubt: number;
  /** Height of the widest portrait, in faces. */
  widest: number;
  /** Whether both cheeks are held by hands. */
  holdsFace: boolean;
}

type Chosen = Pick<PortraitRoom, 'limits' | 'doubt' | 'widest' | 'holdsFace'> & {
  /** What speaks against the framing that comes nearest to the usual one, see Framing. */
  flaws: number;
};

/** Why no portrait can be made of a photo: the person cannot be told from what is around, or the photo is too close. */
export type NoRoom = 'outline_unclear' | 'too_close';

/** Finds what portraits of a photo may show, or why there can be none. */
export async function findPortraitRoom(
  pictures: Pictures,
  model: PersonMask,
  photo: Rgb,
  { face, tone }: { face: Face; tone: SkinTone },
  by: keyof typeof MOST_DOUBT,
): Promise<PortraitRoom | NoRoom> {
  const frame = frameFor(face, FACE);
  const pixels = await sampleCutout(pictures, photo, frame);
  const { width, height } = frame;
  const half = pixels.rgb.map((plane) => resample(plane, width, height, width / 2, height / 2)) as unknown as Planes;
  const points = meshInCutout(face, frame).map(([x, y]): Point => [x / 2, y / 2]);
  const around = await sampleSurroundings(pictures, photo, frame);
  const found = await segment(model, half, pixels, around, points);
  const chosen =
    found.touching > MOST_TOUCHING[by]
      ? 'outline_unclear'
      : chooseRoom(photo, pixels, half, found, { tone, points }, MOST_DOUBT[by]);
  const room = typeof chosen === 'string' || chosen.flaws <= MOST_FLAWS[by] ? chosen : 'too_close';
  // Only once the outline has been judged: what is taken out is what was doubted.
  const seen = typeof room !== 'string' &&
    found.parts && {
      rgb: half,
      probability: found.probability,
      parts: found.parts,
      width: width / 2,
      height: height / 2,
      faceHeight: frame.faceHeight / 2,
      valid: halved(validRegion(pixels.valid, frame)),
    };
  if (seen) dropRoomPieces(seen, sureFace(points), found.undecided);
  const probability = continueBeyondPhoto(found.probability, pixels.valid, frame);
  // The photo's own edge is no place where something was taken out.
  if (seen) softenCuts({ ...seen, probability });
  const hair = found.parts ? hairiness(found.parts, frame) : hairAbove(frame);
  give(
    ...pixels.rgb,
    pixels.valid,
    ...around.rgb,
    around.valid,
    ...half,
    found.contested,
    found.undecided,
    found.probability,
  );
  if (typeof room === 'string') return room;
  const { limits, doubt, widest, holdsFace } = room;
  return { frame, limits, probability, hair, doubt, widest, holdsFace };
}

/**
 * Chooses what portraits may show. Hands, of which a frame would leave fingers, and what is unclear about arms are kept out where something
 * roomy is left without them; tight portraits are made only to keep out what would show.
 */
function chooseRoom(
  photo: Rgb,
  { rgb, frame }: CutoutPixels,
  half: Planes,
  { probability, contested, undecided }: PersonProbability,
  { tone, points }: { tone: SkinTone; points: readonly Point[] },
  mostDoubt: number,
): Chosen | NoRoom {
  const { width, height, faceHeight } = frame;
  const eyeLine = height * CUTOUT_EYE_LINE;
  const eye: [number, number] = [width / 2, eyeLine];
  const alpha = resample(probability, width / 2, height / 2, width, height);
  const headTop = findHeadTop(alpha, width, eye, faceHeight);
  const headSides = findHeadSides(alpha, width, headTop, eye, faceHeight);
  const { cuts: ends, below } = findEnds(alpha, frame, photo, headSides);
  const unclear = findUnclear({ probability, undecided, width, height, faceHeight, eyeLine });
  const body = { rgb, alpha, width, height, faceHeight, eyeLine, tone };
  const hands = findHands(body);
  const isHeld = holdsFace(
    body,
    points.map(([x, y]) => [2 * x, 2 * y]),
  );
  give(alpha);
  const small = {
    rgb: half,
    probability,
    contested,
    undecided,
    width: width / 2,
    height: height / 2,
    faceHeight: faceHeight / 2,
  };
  const doubtWithin = doubtAbout(small);
  const without = (...places: [number, number][][]): Chosen => {
    const limits = { width, height, faceHeight, eye, headTop, headSides, cuts: [...ends, ...places.flat()], below };
    const framings = framingsOf(limits);
    const usual = nearestFraming(limits, USUAL, framings);
    const widest = framings.reduce((most, { crop }) => Math.max(most, crop.height / faceHeight), 0);
    const doubt = usual ? doubtWithin(halved(usual.crop)) : Infinity;
    return { limits, doubt, flaws: usual?.flaws ?? Infinity, widest, holdsFace: isHeld };
  };
  const whole = without();
  if (whole.widest === 0) return 'too_close';
  const isRoomy = ({ widest, doubt }: typeof whole): boolean => widest >= ROOMY_FACES && doubt <= mostDoubt;
  const withoutUnclear = unclear.length > 0 ? without(unclear) : whole;
  const withoutHands = hands.length > 0 ? without(unclear, hands) : withoutUnclear;
  if (isRoomy(withoutHands)) return withoutHands;
  if (isRoomy(withoutUnclear)) return withoutUnclear;
  if (whole.doubt <= CLEAR) return whole;
  // The tighter the portrait, the larger its outline is shown.
  const mostShown = mostDoubt - MOST_DOUBT.check * clamp(withoutUnclear.flaws, 0, 1);
  return withoutUnclear.doubt <= mostShown ? withoutUnclear : 'outline_unclear';
}

/** Tells for parts of a picture which share of the person and of the outline is doubtful. */
function doubtAbout(
  small: Parameters<typeof findUnfounded>[0] & Pick<PersonProbability, 'undecided'>,
): (part: Region) => number {
  const { outline, unfounded } = findUnfounded(small);
  return (part) =>
    uncertaintyWithin(small, small.width, part) +
    countWithin(unfounded, small.width, part) / Math.max(1, countWithin(outline, small.width, part));
}

const sureFace = (points: readonly Point[]): Point[] =>
  scalePolygon(
    OVAL.map((i) => elementOf(points, i)),
    SURE_FACE,
  );

const halved = ({ x, y, width, height }: Region): Region => ({
  x: x / 2,
  y: y / 2,
  width: width / 2,
  height: height / 2,
});

/** Asks the model about the person. All at half of the frame's size, but for the pixels themselves. */
async function segment(
  model: PersonMask,
  half: Planes,
  { rgb: fine, valid, frame }: CutoutPixels,
  around: CutoutPixels,
  points: readonly Point[],
): Promise<PersonProbability> {
  const [width, height] = [frame.width / 2, frame.height / 2];
  const face = sureFace(points);
  const found = await personProbability(model, {
    face,
    around: surroundingsOf(around, width, height),
    rgb: half,
    width,
    height,
    fine,
    valid: halved(validRegion(valid, frame)),
    eye: [width / 2, height * CUTOUT_EYE_LINE],
    faceHeight: frame.faceHeight / 2,
  });
  const { probability } = found;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (valid[y * 2 * frame.width + x * 2]! < 0.5) probability[y * width + x] = 0;
  keepFaceComponent(probability, width, height, face);
  return found;
}

/** So far into the photo its edge reaches, in pixels: what settles the mask needs neighbours on all sides. */
const EDGE = 2;

/**
 * The probability with its outermost values repeated where the photo has ended, as its colours are. With nobody there, the matte's
 * filters would thin out the person along the photo's edge, and the new background would shine through as a line.
 */
function continueBeyondPhoto(
  probability: Float32Array,
  valid: Float32Array,
  { width, height }: CutoutFrame,
): Float32Array {
  const [hw, hh] = [width / 2, height / 2];
  const out = take(hw * hh);
  out.set(probability);
  let [first, last] = [-1, -1];
  for (let y = 0; y < hh; y++) {
    const isValid = (x: number): boolean => valid[y * 2 * width + x * 2]! >= 0.5;
    let [left, right] = [0, hw - 1];
    while (left < hw && !isValid(left)) left++;
    if (left === hw) continue;
    while (!isValid(right)) right--;
    if (first < 0) first = y;
    last = y;
    if (right - left <= 2 * EDGE) continue;
    if (left > 0) out.fill(out[y * hw + left + EDGE]!, y * hw, y * hw + left + EDGE);
    if (right < hw - 1) out.fill(out[y * hw + right - EDGE]!, y * hw + right - EDGE + 1, (y + 1) * hw);
  }
  if (last - first <= 2 * EDGE) return out;
  const copy = (from: number, to: number): void => void out.copyWithin(to * hw, from * hw, (from + 1) * hw);
  if (first > 0) for (let y = 0; y < first + EDGE; y++) copy(first + EDGE, y);
  if (last < hh - 1) for (let y = last - EDGE + 1; y < hh; y++) copy(last - EDGE, y);
  return out;
}

/** Where the surroundings lie in the frame at half of its size, whose pixels are as large. */
function surroundingsOf({ rgb, valid, frame }: CutoutPixels, width: number, height: number): Surroundings {
  const { x, y, ...size } = validRegion(valid, frame);
  const left = (width - frame.width) / 2;
  const top = (height - frame.height) * CUTOUT_EYE_LINE;
  return { rgb, width: frame.width, height: frame.height, left, top, valid: { x: x + left, y: y + top, ...size } };
}

/** Bounding box of the photo's pixels. */
function validRegion(valid: Float32Array, { width, height }: CutoutFrame): Region {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      if (valid[y * width + x]! < 0.5) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return { x: left, y: top, width: right - left + 2, height: bottom - top + 2 };
}

/** How far around a pixel its person's parts count, in faces. */
const AROUND = 0.03;
/** How far below the eyes the chin lies, in faces. */
const CHIN = 0.62;

/** Share of hair in the person around each pixel. At half of the frame's size; a scratch buffer. */
function hairiness({ hair, ...others }: PersonParts, { width, height, faceHeight }: CutoutFrame): Float32Array {
  const [hw, hh] = [width / 2, height / 2];
  const rest = takeZeros(hw * hh);
  for (const part of Object.values(others)) for (let i = 0; i < rest.length; i++) rest[i]! += part[i]!;
  const sigma = (AROUND * faceHeight) / 2;
  const share = blur(hair, hw, hh, sigma);
  const other = blur(rest, hw, hh, sigma);
  for (let i = 0; i < share.length; i++) share[i]! /= share[i]! + other[i]! + 1e-3;
  give(rest, other);
  return share;
}

/** Where hair can be, for a model that does not tell: above the chin. */
function hairAbove({ width, height, faceHeight }: CutoutFrame): Float32Array {
  const [hw, hh] = [width / 2, height / 2];
  const chin = (height * CUTOUT_EYE_LINE + CHIN * faceHeight) / 2;
  const share = take(hw * hh);
  for (let y = 0; y < hh; y++) share.fill(1 - smoothstep(chin, chin + AROUND * faceHeight, y), y * hw, (y + 1) * hw);
  return share;
}

/** A plane of a room at half of another frame's size, laid over the same photo. A scratch buffer. */
export function planeFor({ frame: small }: PortraitRoom, plane: Float32Array, frame: CutoutFrame): Float32Array {
  const factor = small.faceHeight / frame.faceHeight;
  const [width, height] = [frame.width * factor, frame.height * factor];
  const region = {
    x: (small.width - width) / 4,
    y: ((small.height - height) * CUTOUT_EYE_LINE) / 2,
    width: width / 2,
    height: height / 2,
  };
  return resample(plane, small.width / 2, small.height / 2, frame.width / 2, frame.height / 2, region);
}

/** The limits in another frame's pixels. */
export function limitsFor({ frame: small, limits }: PortraitRoom, frame: CutoutFrame): Limits {
  const factor = frame.faceHeight / small.faceHeight;
  const across = (x: number): number => frame.width / 2 + (x - small.width / 2) * factor;
  const down = (y: number): number => (frame.height - small.height * factor) * CUTOUT_EYE_LINE + y * factor;
  const moved = (places: readonly (readonly [number, number])[]): [number, number][] =>
    places.map(([x, y]) => [Math.round(across(x)), Math.round(down(y))]);
  const { headSides } = limits;
  return {
    width: frame.width,
    height: frame.height,
    faceHeight: frame.faceHeight,
    eye: [frame.width / 2, frame.height * CUTOUT_EYE_LINE],
    headTop: down(limits.headTop),
    headSides: headSides && [across(headSides[0]), across(headSides[1])],
    cuts: moved(limits.cuts),
    below: moved(limits.below),
  };
}
