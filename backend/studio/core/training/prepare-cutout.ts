import { elementOf } from '../element-of.js';
import type { Cutout } from '../descriptor.js';
import type { Pictures } from '../pictures.js';
import type { Raster, Rgb } from '../raster/rgb.js';
import { hasColour } from '../photo/face-light.js';
import { SKIN_POINTS, type Point } from '../photo/landmarks.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp } from '../raster/numbers.js';
import { give } from '../raster/scratch.js';
import { decode } from '../raster/srgb.js';
import type { AnalysedPhoto } from './analysed-photo.js';
import { overGround } from './before.js';
import { CUTOUT_EYE_LINE, frameFor, meshInCutout } from './cutout-frame.js';
import { refineMatte } from './matte.js';
import { cleanPhoto } from './clean-photo.js';
import { removeCast } from './cast.js';
import { endsInClothes } from './clothes-end.js';
import { colourPerson } from './person-colours.js';
import { findPins } from './pins.js';
import { limitsFor, planeFor, type PortraitRoom } from './portrait-room.js';
import { sampleCutout } from './sample-cutout.js';
import type { SkinTone } from './skin.js';

/** A finished cutout: its facts, its pixels, and the same person as the photo shows them. */
export interface PreparedCutout {
  cutout: Cutout;
  picture: Raster;
  before: Raster;
}

/** What prepares a cutout: names of its files, its size, and what is known of the person's other photos. */
export interface CutoutOrder {
  artifact: string;
  before: string;
  /** Wanted height of the face in pixels. */
  faceHeight: number;
  /** How much dimmer the face is than the person's well-lit ones, in stops. */
  dimness: number;
}

/**
 * Cuts the person out of one photo: blocks and noise cleaned, eyes levelled, matted, old background removed from the edge colours,
 * skin pulled to the person's reference. Null when the photo's light is too far from the person's other photos.
 */
export async function prepareCutout(
  pictures: Pictures,
  photo: Rgb,
  analysed: AnalysedPhoto,
  room: PortraitRoom,
  reference: SkinTone,
  order: CutoutOrder,
): Promise<PreparedCutout | null> {
  const frame = frameFor(analysed.face, order.faceHeight);
  const clean = cleanPhoto(photo, analysed.face, frame);
  const pixels = await sampleCutout(pictures, clean, frame);
  const { width, height, faceHeight } = frame;
  const eyeLine = height * CUTOUT_EYE_LINE;
  const mesh = meshInCutout(analysed.face, frame);
  const points: Point[] = mesh.map(([x, y]) => [x, y]);
  const probability = planeFor(room, room.probability, frame);
  const hair = planeFor(room, room.hair, frame);
  const { alpha, thin } = refineMatte({ ...pixels, width, height, probability, hair, faceHeight });
  give(probability);
  const shown = clean === photo ? pixels : await sampleCutout(pictures, photo, frame, alpha);
  const before: Raster = { data: overGround(shown.rgb, alpha), width, height, channels: 3 };
  if (shown !== pixels) give(...shown.rgb, shown.valid);
  removeCast(pixels.rgb, analysed.cast);
  const { rgb, valid } = pixels;
  const person = { rgb, valid, alpha, thin, hair, width, height, points, faceHeight };
  const colours = colourPerson(person, analysed.tone, reference);
  give(thin, hair);
  if (!colours) {
    give(...pixels.rgb, pixels.valid, alpha);
    return null;
  }
  const limits = limitsFor(room, frame);
  const cutout: Cutout = {
    artifact: order.artifact,
    before: order.before,
    ...limits,
    endsInClothes: endsInClothes(limits.below, colours, alpha, points, frame),
    clothes: analysed.clothes,
    mesh: mesh.flat().map((v) => Math.round(v * 10) / 10),
    pins: findPins({ rgb: colours, alpha, width, height, faceHeight, eyeLine }),
    quality: analysed.quality,
    uncertainty: room.doubt,
    scale: frame.scale,
    isGrey: !hasColour(analysed.photoTone),
    sideLight: sideLightOf(colours, width, height, points),
    dimness: order.dimness,
    isRetouched: false,
  };
  const picture: Raster = { data: interleave(colours, alpha), width, height, channels: 4 };
  give(...pixels.rgb, pixels.valid, alpha, ...colours);
  return { cutout, picture, before };
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
