import type { FaceDetector } from '../core/models/face-library.js';
import { measureFaceLight } from '../core/photo/face-light.js';
import { findFaces } from '../core/photo/faces.js';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from '../core/photo/landmarks.js';
import { measureSharpness } from '../core/photo/measure-sharpness.js';
import { elementOf } from '../core/element-of.js';
import { decodePhoto } from '../node/photo/decode.js';
import { sharpPictures } from '../node/pictures.js';

/** What is to be seen in a finished portrait. */
export interface PortraitMeasure {
  faces: number;
  /** Middle between the eyes as shares of width and height, face height as share of the height. */
  eyeX: number;
  eyeY: number;
  faceHeight: number;
  /** Tilt of the line through the eyes in radians. */
  roll: number;
  /** Mean grey of the face and share of clipped pixels in it, 0..255 and 0..1. */
  light: number;
  clipped: number;
  /** How much of the face's detail a blur takes away, 0..1: low where it is blurred already. */
  reblur: number;
  embedding: Float32Array;
  /** Mean display value of the upper border and the upper half of both sides, 0..1: background, not clothes. */
  border: number;
}

/** Looks at a finished portrait with the engine's models, as a stranger would. Null without a face. @throws Error for no picture */
export async function measurePortrait(library: FaceDetector, jpeg: Uint8Array): Promise<PortraitMeasure | null> {
  const rgb = await decodePhoto(jpeg);
  if (typeof rgb === 'string') throw new Error(`the portrait cannot be read: ${rgb}`);
  const faces = await findFaces(sharpPictures, library, rgb);
  const [face] = faces;
  if (!face) return null;
  const light = measureFaceLight(rgb, face);
  const [left, right] = [elementOf(face.mesh, LEFT_EYE_OUTER), elementOf(face.mesh, RIGHT_EYE_OUTER)];
  return {
    faces: faces.length,
    eyeX: (left[0] + right[0]) / 2 / rgb.width,
    eyeY: (left[1] + right[1]) / 2 / rgb.height,
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
