import type { PhotoReason } from '../port.js';
import type { FaceLight } from './face-light.js';
import type { Face } from './face.js';
import { isProfile } from './landmarks.js';
import type { Sharpness } from './sharpness.js';
import { wearsSunglasses, type BelowEyes } from './sunglasses.js';

/** Everything measured on a photo with at least one face. */
export interface Measured {
  faces: Face[];
  light: FaceLight;
  sharpness: Sharpness;
  belowEyes: BelowEyes;
}

/** Smallest usable face (forehead to chin) in pixels. */
export const MIN_FACE_HEIGHT = 110;

/** The first rule a photo breaks, from plain facts (how many faces) to fine ones; null when it can be used. */
export function verdictOf({ faces, light, sharpness, belowEyes }: Measured): PhotoReason | null {
  const [face] = faces;
  if (!face) return 'no_face';
  if (faces.length > 1) return 'many_faces';
  if (face.inside < 0.97) return 'face_cut';
  if (face.height < MIN_FACE_HEIGHT) return 'too_small';
  if (Math.abs(face.roll) > 0.6) return 'rotated';
  if (Math.abs(face.yaw) > 0.75 || isProfile(face.mesh)) return 'turned';
  // Before the light: dark lenses make a face darker.
  if (wearsSunglasses(belowEyes)) return 'sunglasses';
  if (light.mean < 48) return 'too_dark';
  if (light.mean > 225 || light.clipped > 0.25) return 'too_bright';
  if (sharpness.reblur < 0.26 || sharpness.laplacian < 18) return 'blurred';
  return null;
}
