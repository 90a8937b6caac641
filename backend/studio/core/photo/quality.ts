import { ramp } from '../raster/numbers.js';
import { BOUNDS } from './bounds.js';
import { expressionOf } from './expression.js';
import type { FaceLight } from './face-light.js';
import type { Face } from './face.js';
import { eyeOpening, mouthOpening } from './landmarks.js';
import type { Sharpness } from './sharpness.js';

/** What the usefulness of a photo is judged by. */
export interface QualityFacts {
  face: Face;
  light: FaceLight;
  sharpness: Sharpness;
}

/** Usefulness of an accepted photo for portraits, 0..1: a weighted sum of what shows in the result. */
export function qualityOf({ face, light, sharpness }: QualityFacts): number {
  const size = ramp(BOUNDS.height, 480, face.height);
  const crisp = ramp(BOUNDS.reblur, 0.5, sharpness.reblur);
  const frontal = 1 - ramp(0.12, 0.6, Math.abs(face.yaw));
  const exposure = Math.min(ramp(55, 100, light.mean), 1 - ramp(200, 230, light.mean));
  const eyes = ramp(0.12, 0.26, eyeOpening(face.mesh));
  const mouth = 1 - ramp(0.25, 0.5, mouthOpening(face.mesh));
  const mood = 0.5 + 0.5 * ramp(0.5, 0.95, face.happy) * mouth;
  const upright = 1 - ramp(0.1, 0.35, Math.abs(face.roll));
  const level = 1 - ramp(0.15, 0.5, Math.abs(face.pitch));
  return (
    (0.6 + 0.4 * expressionOf(face)) *
    (0.2 * size +
      0.15 * crisp +
      0.16 * frontal +
      0.12 * exposure +
      0.11 * eyes +
      0.1 * mood +
      0.06 * mouth +
      0.05 * upright +
      0.05 * level)
  );
}
