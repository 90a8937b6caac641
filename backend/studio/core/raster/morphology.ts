import { boxMean } from './blur.js';
import { give } from './scratch.js';

/** Every pixel with one of the mask within a square of this radius. Returns a scratch buffer, as all of these. */
export function dilate(mask: Float32Array, width: number, height: number, radius: number): Float32Array {
  const mean = boxMean(mask, width, height, radius);
  for (let i = 0; i < mean.length; i++) mean[i] = mean[i]! > 1e-5 ? 1 : 0;
  return mean;
}

/** Every pixel with nothing but the mask within a square of this radius. */
export function erode(mask: Float32Array, width: number, height: number, radius: number): Float32Array {
  const mean = boxMean(mask, width, height, radius);
  for (let i = 0; i < mean.length; i++) mean[i] = mean[i]! > 1 - 1e-5 ? 1 : 0;
  return mean;
}

/** What is at least twice the radius wide, with a pixel around it. */
export function opening(mask: Float32Array, width: number, height: number, radius: number): Float32Array {
  const eroded = erode(mask, width, height, radius);
  const opened = dilate(eroded, width, height, radius + 1);
  give(eroded);
  return opened;
}

/** The mask with gaps of up to twice the radius filled. */
export function closing(mask: Float32Array, width: number, height: number, radius: number): Float32Array {
  const dilated = dilate(mask, width, height, radius);
  const closed = erode(dilated, width, height, radius);
  give(dilated);
  return closed;
}
