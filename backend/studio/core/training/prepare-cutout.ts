import { elementOf } from '../element-of.js';
import type { Cutout } from '../descriptor.js';
import type { PersonMask } from '../models/person-mask.js';
import type { Pictures } from '../pictures.js';
import type { Raster, Rgb } from '../raster/rgb.js';
import { OVAL, SKIN_POINTS, type Point } from '../photo/landmarks.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp } from '../raster/numbers.js';
import { scalePolygon } from '../raster/polygon.js';
import { resample } from '../raster/resample.js';
import { give } from '../raster/scratch.js';
import { decode } from '../raster/srgb.js';
import { findCuts, findHeadSides, findHeadTop, ROOMY_FACES, solveFraming } from '../rendering/framing.js';
import type { AnalysedPhoto } from './analysed-photo.js';
import { overGround } from './before.js';
import { CUTOUT_EYE_LINE, frameFor, meshInCutout, type CutoutPixels } from './cutout-frame.js';
import { sampleCutout } from './sample-cutout.js';
import { findHands } from './hands.js';
import { refineMatte } from './matte.js';
import { keepFaceComponent, personProbability } from './person-probability.js';
import { findPins } from './pins.js';
import { colourPerson } from './person-colours.js';
import type { SkinTone } from './skin.js';
import { findUnclear } from './undecided.js';

/** A finished cutout: its facts, its pixels, and the same person as the photo shows them. */
export interface PreparedCutout {
  cutout: Cutout;
  picture: Raster;
  before: Raster;
}

/** Above this share of undecided pixels the outline is visibly wrong. */
export const MAX_UNCERTAINTY = 0.2;

/** Share of the face's oval that is certainly the person: the mesh guesses the jaw's line and often lies outside it. */
const SURE_FACE = 0.9;

/**
 * Cuts the person out of one photo: eyes levelled, matted, old background removed from the edge colours, skin pulled to the
 * person's reference and retouched. Null when the photo allows no clean portrait crop, no clear outline,
 * or its light is too far from the person's other photos.
 */
export async function prepareCutout(
  pictures: Pictures,
  model: PersonMask,
  photo: Rgb,
  analysed: AnalysedPhoto,
  reference: SkinTone,
  options: { artifact: string; before: string; faceHeight: number; smallestCrop: number; dimness: number },
): Promise<PreparedCutout | null> {
  const frame = frameFor(analysed.face, options.faceHeight);
  const pixels = await sampleCutout(pictures, photo, frame);
  const { width, height, faceHeight } = frame;
  const mesh = meshInCutout(analysed.face, frame);
  const points: Point[] = mesh.map(([x, y]) => [x, y]);
  const probability = probabilityOf(model, pixels, points);
  const unclear = findUnclear({ probability, width, height, faceHeight, eyeLine: height * CUTOUT_EYE_LINE });
  const matte = refineMatte({
    rgb: pixels.rgb,
    valid: pixels.valid,
    width,
    height,
    probability,
    faceHeight,
    eyeLine: height * CUTOUT_EYE_LINE,
  });
  give(probability);
  const eye: Point = [width / 2, height * CUTOUT_EYE_LINE];
  const headTop = findHeadTop(matte.alpha, width, eye, faceHeight);
  const headSides = findHeadSides(matte.alpha, width, headTop, eye, faceHeight);
  const ends = findCuts(matte.alpha, pixels.valid, width, height);
  const isPossible = (cuts: [number, number][], smallest: number): boolean =>
    solveFraming(
      { width, height, faceHeight, eye, headTop, headSides, cuts },
      { faces: 2.6, eyeLine: 0.39, shift: 0 },
      smallest,
    ) !== null;
  const hands = findHands({
    rgb: pixels.rgb,
    alpha: matte.alpha,
    width,
    height,
    faceHeight,
    eyeLine: height * CUTOUT_EYE_LINE,
    tone: analysed.tone,
  });
  // What is unclear about arms is kept out of portraits, and so are hands, of which a frame would leave fingers, unless that leaves nothing but tight ones.
  const cuts =
    [
      [...ends, ...unclear, ...hands],
      [...ends, ...unclear],
    ].find((wished) => isPossible(wished, ROOMY_FACES)) ?? ends;
  if (!isPossible(cuts, options.smallestCrop) || matte.uncertainty > MAX_UNCERTAINTY) {
    give(...pixels.rgb, pixels.valid, matte.alpha);
    return null;
  }
  const colours = colourPerson({ ...pixels, ...matte, width, height, points, faceHeight }, analysed.tone, reference);
  if (!colours) {
    give(...pixels.rgb, pixels.valid, matte.alpha);
    return null;
  }
  const pins = findPins({
    rgb: colours,
    alpha: matte.alpha,
    width,
    height,
    faceHeight,
    eyeLine: height * CUTOUT_EYE_LINE,
  });
  const cutout: Cutout = {
    artifact: options.artifact,
    before: options.before,
    width,
    height,
    faceHeight,
    eye: [eye[0], eye[1]],
    headTop,
    headSides,
    mesh: mesh.flat().map((v) => Math.round(v * 10) / 10),
    cuts,
    pins,
    quality: analysed.quality,
    uncertainty: matte.uncertainty,
    scale: frame.scale,
    sideLight: sideLightOf(colours, width, height, points),
    dimness: options.dimness,
  };
  const picture: Raster = { data: interleave(colours, matte.alpha), width, height, channels: 4 };
  const before: Raster = { data: overGround(pixels.rgb, matte.alpha), width, height, channels: 3 };
  give(...pixels.rgb, pixels.valid, matte.alpha, ...colours);
  return { cutout, picture, before };
}

function probabilityOf(model: PersonMask, pixels: CutoutPixels, points: readonly Point[]): Float32Array {
  const { width, height, faceHeight } = pixels.frame;
  const [hw, hh] = [width / 2, height / 2];
  const half = pixels.rgb.map((plane) => resample(plane, width, height, hw, hh)) as unknown as Planes;
  const probability = personProbability(model, {
    rgb: half,
    width: hw,
    height: hh,
    valid: validRegion(pixels),
    eye: [hw / 2, hh * CUTOUT_EYE_LINE],
    faceHeight: faceHeight / 2,
  });
  for (let y = 0; y < hh; y++)
    for (let x = 0; x < hw; x++) if (pixels.valid[y * 2 * width + x * 2]! < 0.5) probability[y * hw + x] = 0;
  const oval = OVAL.map((i) => {
    const [x, y] = elementOf(points, i);
    return [x / 2, y / 2] as const;
  });
  keepFaceComponent(probability, hw, hh, scalePolygon(oval, SURE_FACE));
  give(...half);
  return probability;
}

/** Bounding box of the photo's pixels, at half resolution. */
function validRegion({ valid, frame: { width, height } }: CutoutPixels): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
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
  return { x: left / 2, y: top / 2, width: (right - left) / 2 + 1, height: (bottom - top) / 2 + 1 };
}

function interleave(rgb: Planes, alpha: Float32Array): Uint8Array {
  const out = new Uint8Array(alpha.length * 4);
  for (let i = 0; i < alpha.length; i++) {
    const a = Math.round(alpha[i]! * 255);
    if (a === 0) continue;
    out[i * 4] = Math.round(rgb[0][i]! * 255);
    out[i * 4 + 1] = Math.round(rgb[1][i]! * 255);
    out[i * 4 + 2] = Math.round(rgb[2][i]! * 255);
    out[i * 4 + 3] = a;
  }
  return out;
}

/** The studio light comes from the side that is brighter already: fighting the real light looks false. */
function sideLightOf(rgb: Planes, width: number, height: number, points: readonly Point[]): number {
  const at = ([px, py]: Point): number => {
    const x = clamp(Math.round(px), 0, width - 1);
    const y = clamp(Math.round(py), 0, height - 1);
    const i = y * width + x;
    return 0.2126 * decode(rgb[0][i]!) + 0.7152 * decode(rgb[1][i]!) + 0.0722 * decode(rgb[2][i]!);
  };
  const [middle] = elementOf(points, 4);
  const sum = { left: 0.01, right: 0.01 };
  for (const index of SKIN_POINTS) {
    const point = elementOf(points, index);
    if (point[0] < middle) sum.left += at(point);
    else sum.right += at(point);
  }
  return Math.log2(sum.right / sum.left);
}
