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
 * How far the server's measure of a photo may lie from the device's, towards refusing it sooner: other models and another decoder move
 * each number a little.
 */
const MARGINS: Readonly<Bounds> = {
  faceScore: 0.2,
  secondScore: -0.07,
  secondBox: -0.15,
  secondArea: -0.04,
  secondInside: -0.1,
  inside: 0.03,
  height: 8,
  roll: -0.08,
  yaw: -0.12,
  noseInside: 0.05,
  covered: 0.15,
  coveredGrey: 0.1,
  paler: 0.1,
  darkestShadow: 0.6,
  dark: 5,
  bright: -8,
  clipped: -0.08,
  reblur: 0.03,
  laplacian: 6,
};

/** What the device is too often wrong about. */
const LEFT_TO_THE_SERVER: ReadonlySet<PhotoReason> = new Set(['sunglasses']);

/** The photo check's bounds, moved by the margins: 1 refuses sooner, −1 later. */
const moved = (by: 1 | -1): Bounds =>
  Object.fromEntries(
    Object.entries(BOUNDS).map(([name, bound]) => [name, bound + by * MARGINS[name as keyof Bounds]]),
  ) as unknown as Bounds;

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
  if (LEFT_TO_THE_SERVER.has(reason)) return false;
  for (const bounds of [SOONER, LATER])
    if ((await assess(pictures, look, bounds)).reason !== reason) return false;
  return true;
}
