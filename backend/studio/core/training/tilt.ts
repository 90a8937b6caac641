import type { FaceDetector, FaceWish } from '../models/face-library.js';
import type { Face } from '../photo/face.js';
import { findFaces } from '../photo/faces.js';
import type { Pictures } from '../pictures.js';
import { CHANNELS } from '../raster/channels.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp } from '../raster/numbers.js';
import type { Rgb } from '../raster/rgb.js';
import { give } from '../raster/scratch.js';
import { frameFor } from './cutout-frame.js';
import { sampleCutout } from './sample-cutout.js';

/** Height of the face, in pixels, at which its tilt is measured. */
const FACE = 208;
const ROUNDS = 2;
/** Rest in radians with which a head counts as upright (.4°); and the most that one round adds, as some beards and caps mislead (3°). */
const UPRIGHT = 0.007;
const MOST_ADDED = 0.052;

const LANDMARKS_ONLY: FaceWish = { embedding: false, emotion: false };

/**
 * The face with the true tilt of the head. The mesh leans towards upright and shows two thirds of a tilt; on a photo turned by what it
 * showed, it shows the rest.
 */
export async function measureTilt(pictures: Pictures, library: FaceDetector, photo: Rgb, face: Face): Promise<Face> {
  let roll = face.roll;
  let rest = roll;
  for (let round = 0; round < ROUNDS && Math.abs(rest) >= UPRIGHT; round++) {
    const frame = { ...frameFor(face, FACE), angle: roll };
    const { rgb, valid } = await sampleCutout(pictures, photo, frame);
    const levelled = interleaved(rgb, frame.width, frame.height);
    give(...rgb, valid);
    const [found] = await findFaces(pictures, library, levelled, LANDMARKS_ONLY);
    if (!found) break;
    rest = clamp(found.roll, -MOST_ADDED, MOST_ADDED);
    roll += rest;
  }
  return { ...face, roll };
}

function interleaved(planes: Planes, width: number, height: number): Rgb {
  const data = new Uint8Array(width * height * 3);
  for (const c of CHANNELS) {
    const plane = planes[c];
    for (let i = 0, to: number = c; i < plane.length; i++, to += 3) data[to] = plane[i]! * 255 + 0.5;
  }
  return { data, width, height };
}
