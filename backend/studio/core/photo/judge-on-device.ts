import type { FaceDetector, FaceWish } from '../models/face-library.js';
import type { Pictures } from '../pictures.js';
import type { PhotoReason } from '../port.js';
import type { Rgb } from '../raster/rgb.js';
import { BOUNDS, type Bounds } from './bounds.js';
import { measureClothes } from './clothes.js';
import { assess, lookAt, type Look } from './judge.js';
import { perceptualHash } from './perceptual-hash.js';
import { qualityOf } from './quality.js';
import type { AdvisedPhoto } from './set-advice.js';

/** Devices have no models for more. */
const WISH: FaceWish = { embedding: false, emotion: false };

/**
 * How far the server's measure of a photo may lie from the device's, towards refusing it sooner: more than other models and another
 * decoder were seen to move it near the bound (docs/on-device.md).
 */
const MARGINS: Readonly<Bounds> = {
  faceScore: 0.3,
  secondScore: -0.07,
  secondBox: -0.15,
  secondArea: -0.04,
  secondInside: -0.1,
  // Two of the oval's 36 points.
  inside: 0.056,
  height: 6,
  roll: -0.15,
  lying: 0.15,
  yaw: -0.06,
  noseInside: 0.08,
  covered: 0.15,
  coveredGrey: 0.15,
  paler: 0.1,
  darkestShadow: 0.6,
  dark: 4,
  bright: -4,
  clipped: -0.03,
  reblur: 0.02,
  laplacian: 6,
};

/** Without the model of the iris the skin below the eyes is looked for elsewhere; a browser that lacks memory cannot decode sound files either, and few read HEIC. */
const LEFT_TO_THE_SERVER: ReadonlySet<PhotoReason> = new Set(['sunglasses', 'damaged', 'heic']);

/** The device's word on a file that it cannot decode for this reason. */
export const fileRefusal = (reason: PhotoReason): PhotoReason | null =>
  LEFT_TO_THE_SERVER.has(reason) ? null : reason;

/** The photo check's bounds, moved by the margins: 1 refuses sooner, −1 later. A face that is wholly in the picture is so for either. */
function moved(by: 1 | -1): Bounds {
  const bounds = { ...BOUNDS };
  for (const name of Object.keys(bounds) as (keyof Bounds)[]) bounds[name] += by * MARGINS[name];
  return { ...bounds, inside: Math.min(1, bounds.inside) };
}

const [SOONER, LATER] = [moved(1), moved(-1)];

/** What a device may say of a photo before it is sent. */
export interface DeviceJudgement {
  /** Why the photo check would refuse it beyond doubt; null where the server decides. */
  refusal: PhotoReason | null;
  /** What `PhotoAnalysis` has, measured here; null without a face. */
  measured: MeasuredPhoto | null;
}

export interface MeasuredPhoto extends AdvisedPhoto {
  quality: number;
}

/** Judges a decoded photo with what devices have. The server's check stays the last word on whatever is sent. */
export async function judgeOnDevice(
  pictures: Pictures,
  detector: FaceDetector,
  decoded: Rgb,
): Promise<DeviceJudgement> {
  const look = lookAt(pictures, detector, decoded, WISH);
  const { photo, measured, reason } = await assess(pictures, look, BOUNDS);
  return {
    refusal: reason !== null && (await isBeyondDoubt(pictures, look, reason)) ? reason : null,
    measured: measured && {
      quality: qualityOf(measured),
      faceHeight: measured.face.height,
      yaw: measured.face.yaw,
      faceLight: Math.round(measured.light.mean),
      clothes: measureClothes(photo, measured.face),
      perceptualHash: await perceptualHash(pictures, photo),
    },
  };
}

/** Whether the same rule is broken first wherever within the margins the server's measures lie. */
async function isBeyondDoubt(pictures: Pictures, look: Look, reason: PhotoReason): Promise<boolean> {
  if (fileRefusal(reason) === null) return false;
  for (const bounds of [SOONER, LATER]) if ((await assess(pictures, look, bounds)).reason !== reason) return false;
  return true;
}
