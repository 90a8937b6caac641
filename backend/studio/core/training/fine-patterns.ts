import { blur } from '../raster/blur.js';
import { give, take } from '../raster/scratch.js';

/**
 * How strongly brightness varies from pixel to pixel, as deviations (0..1), in the sure places of the person and of the background around each
 * place. At a quarter of the cutout's resolution.
 */
export interface Patterns {
  front: Float32Array;
  back: Float32Array;
}

/** What is measured: the variance of the brightness within each place, and where person and background are sure (1 or 0). */
interface Measured {
  variance: Float32Array;
  sureFront: Float32Array;
  sureBack: Float32Array;
  width: number;
  height: number;
  unit: number;
}

export function measurePatterns({ variance, sureFront, sureBack, width, height, unit }: Measured): Patterns {
  return {
    front: textureOf(variance, sureFront, width, height, unit),
    back: textureOf(variance, sureBack, width, height, unit),
  };
}

/** The deviation in the sure places around each place. */
function textureOf(
  variance: Float32Array,
  sure: Float32Array,
  width: number,
  height: number,
  unit: number,
): Float32Array {
  const masked = take(sure.length);
  for (let i = 0; i < masked.length; i++) masked[i] = variance[i]! * sure[i]!;
  const deviation = blur(masked, width, height, 2 * unit);
  const weight = blur(sure, width, height, 2 * unit);
  for (let i = 0; i < deviation.length; i++)
    deviation[i] = Math.sqrt(Math.max(0, deviation[i]!) / Math.max(1e-3, weight[i]!));
  give(masked, weight);
  return deviation;
}
