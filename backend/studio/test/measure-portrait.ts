import sharp from 'sharp';
import { sharpPictures } from '../node/pictures.js';
import { faceModels } from './face-models.js';
import { decodePhoto } from '../node/photo/decode.js';
import { measureFaceLight } from '../core/photo/face-light.js';
import { findFaces } from '../core/photo/faces.js';
import { measureSharpness } from '../core/photo/measure-sharpness.js';

/** What the quality bars are held against. */
export interface PortraitMeasure {
  faces: number;
  /** Middle between the eyes as shares of width and height, face height as share of the height. */
  eyeX: number;
  eyeY: number;
  faceHeight: number;
  roll: number;
  /** Mean grey of the face and share of clipped pixels in it, 0..255 and 0..1. */
  light: number;
  clipped: number;
  reblur: number;
  embedding: Float32Array;
  /** Mean display value of the upper border and the upper half of both sides, 0..1: background, not clothes. */
  border: number;
}

/** Looks at a finished portrait with the same models, as a stranger would. */
export async function measurePortrait(jpeg: Uint8Array): Promise<PortraitMeasure> {
  const models = await faceModels();
  const rgb = await decodePhoto(jpeg);
  if (typeof rgb === 'string') throw new Error(`the portrait cannot be read: ${rgb}`);
  const faces = await findFaces(sharpPictures, models, rgb);
  const [face] = faces;
  if (!face) throw new Error('no face in the portrait');
  const light = measureFaceLight(rgb, face);
  return {
    faces: faces.length,
    eyeX: (face.mesh[33]![0] + face.mesh[263]![0]) / 2 / rgb.width,
    eyeY: (face.mesh[33]![1] + face.mesh[263]![1]) / 2 / rgb.height,
    faceHeight: face.height / rgb.height,
    roll: face.roll,
    light: light.mean,
    clipped: light.clipped,
    reblur: (await measureSharpness(sharpPictures, rgb, face)).reblur,
    embedding: face.embedding,
    border: borderMean(rgb.data, rgb.width, rgb.height),
  };
}

function borderMean(rgb: Uint8Array, width: number, height: number): number {
  const depth = Math.max(2, Math.round(width * 0.02));
  let sum = 0;
  let count = 0;
  for (let y = 0; y < height * 0.45; y++) {
    for (let x = 0; x < width; x++) {
      if (y >= depth && x >= depth && x < width - depth) continue;
      const i = (y * width + x) * 3;
      sum += (rgb[i]! + rgb[i + 1]! + rgb[i + 2]!) / 765;
      count++;
    }
  }
  return sum / count;
}

/** Mean absolute difference of two pictures at 64 × 80, 0..1. */
export async function differenceOf(a: Uint8Array, b: Uint8Array): Promise<number> {
  const small = (jpeg: Uint8Array): Promise<Buffer> =>
    sharp(jpeg).resize(64, 80, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const [x, y] = await Promise.all([small(a), small(b)]);
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.abs(x[i]! - y[i]!);
  return sum / x.length / 255;
}
