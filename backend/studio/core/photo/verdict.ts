import type { PhotoReason } from '../port.js';
import type { Bounds } from './bounds.js';
import type { FaceLight } from './face-light.js';
import type { Face } from './face.js';
import { noseInside } from './landmarks.js';
import type { Sharpness } from './sharpness.js';
import { wearsSunglasses, type BelowEyes } from './sunglasses.js';

/** Everything measured on a photo with at least one face. */
export interface Measured {
  /** The largest one, and how many others count. */
  face: Face;
  others: number;
  light: FaceLight;
  sharpness: Sharpness;
  belowEyes: BelowEyes;
}

/** The first rule that a photo with a face breaks, from plain facts (how many faces) to fine ones; null when it can be used. */
export function verdictOf({ face, others, light, sharpness, belowEyes }: Measured, bounds: Bounds): PhotoReason | null {
  if (others > 0) return 'many_faces';
  if (face.inside < bounds.inside) return 'face_cut';
  if (face.height < bounds.height) return 'too_small';
  if (Math.abs(face.roll) > bounds.roll) return 'rotated';
  if (Math.abs(face.yaw) > bounds.yaw || noseInside(face.mesh) <= bounds.noseInside) return 'turned';
  // Before the light: dark lenses make a face darker.
  if (wearsSunglasses(belowEyes, bounds)) return 'sunglasses';
  if (light.mean < bounds.dark) return 'too_dark';
  if (light.mean > bounds.bright || light.clipped > bounds.clipped) return 'too_bright';
  if (sharpness.reblur < bounds.reblur || sharpness.laplacian < bounds.laplacian) return 'blurred';
  return null;
}
