import { blur } from '../raster/blur.js';
import { dilate } from '../raster/morphology.js';
import { give, takeZeros } from '../raster/scratch.js';
import type { Seen } from './own-person.js';

/** Probabilities between which no mask goes in one step: there something was taken out. */
const [NOBODY, SOMEBODY] = [0.04, 0.75];
/** How far around such a step nobody knows where the person ends, and how soft it becomes; in faces. */
const AROUND = 0.025;
const SOFT = 0.015;

/**
 * Where somebody else or a thing was taken out, the mask ends in a step, somewhere near the person's true outline. It becomes soft, as a
 * mask's own edges are, so that colours draw the outline. Changes the plane in place.
 */
export function softenCuts({
  probability,
  width,
  height,
  faceHeight,
  valid,
}: Pick<Seen, 'probability' | 'width' | 'height' | 'faceHeight' | 'valid'>): void {
  const steps = takeZeros(probability.length);
  let found = false;
  for (let y = Math.ceil(valid.y) + 1; y < Math.min(height, valid.y + valid.height - 2); y++) {
    for (let x = Math.ceil(valid.x) + 1; x < Math.min(width, valid.x + valid.width - 2); x++) {
      const i = y * width + x;
      if (probability[i]! < SOMEBODY) continue;
      const least = Math.min(
        probability[i - 1]!,
        probability[i + 1]!,
        probability[i - width]!,
        probability[i + width]!,
      );
      if (least >= NOBODY) continue;
      steps[i] = 1;
      found = true;
    }
  }
  if (found) {
    const near = dilate(steps, width, height, Math.max(1, Math.round(AROUND * faceHeight)));
    const soft = blur(probability, width, height, SOFT * faceHeight);
    for (let i = 0; i < near.length; i++) if (near[i]! > 0) probability[i] = soft[i]!;
    give(near, soft);
  }
  give(steps);
}
