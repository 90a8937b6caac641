import { blur } from '../raster/blur.js';
import { flood } from '../raster/flood.js';
import { smoothstep } from '../raster/numbers.js';
import { give, take } from '../raster/scratch.js';

/**
 * How strongly brightness varies from pixel to pixel, as deviations (0..1): what is in focus is rough, what lies behind is smooth. All planes at
 * a quarter of the cutout's resolution.
 */
export interface Patterns {
  /** In the sure places of the person and of the background around each place. */
  front: Float32Array;
  back: Float32Array;
  /** In the place itself, and the least of it around: an edge is rough, too, but narrow. */
  own: Float32Array;
  least: Float32Array;
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
  const own = blur(variance, width, height, 0.7);
  for (let i = 0; i < own.length; i++) own[i] = Math.sqrt(Math.max(0, own[i]!));
  return {
    front: textureOf(variance, sureFront, width, height, unit),
    back: textureOf(variance, sureBack, width, height, unit),
    own,
    least: leastAround(own, width, height),
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

/** Half the side of the square in which the least is sought: an edge's own roughness must not reach across it. */
const LEAST_REACH = 2;

/** The least value in the square around each place, cut at the edges. */
function leastAround(plane: Float32Array, width: number, height: number): Float32Array {
  const rows = take(plane.length).fill(Infinity);
  const out = take(plane.length).fill(Infinity);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      for (let u = Math.max(0, x - LEAST_REACH); u <= Math.min(width - 1, x + LEAST_REACH); u++)
        rows[i] = Math.min(rows[i]!, plane[y * width + u]!);
    }
  }
  for (let y = 0; y < height; y++) {
    for (let v = Math.max(0, y - LEAST_REACH); v <= Math.min(height - 1, y + LEAST_REACH); v++) {
      for (let x = 0; x < width; x++) out[y * width + x] = Math.min(out[y * width + x]!, rows[v * width + x]!);
    }
  }
  give(rows);
  return out;
}

/** A background is never quite without noise. */
const NOISE = 0.004;

/**
 * What the pattern of a place says, given the sure places its colours come from: 1 for the person, -1 for the background, 0 nothing. Short hair
 * before something out of focus can have its very colours, but never its smoothness; and what is rougher than all around is hair, however the mask doubts.
 */
export function detailAt(patterns: Patterns, place: number, frontPlace: number, backPlace: number): number {
  const front = patterns.front[frontPlace]!;
  const back = patterns.back[backPlace]! + NOISE;
  const against =
    smoothstep(1.5, 3, front / back) *
    (1 - smoothstep(1.3 * back, Math.max(2 * back, 0.5 * front), patterns.own[place]!));
  return against > 0 ? -against : smoothstep(1.5 * back, 3 * back, patterns.least[place]!);
}

/** Below this a place is taken for smooth. */
const SMOOTH = -0.2;

/** Smooth places that no smooth way leads to from the background are the person's own: skin inside an ear. Changes `detail` in place. */
export function keepEnclosed(
  detail: Float32Array,
  undecided: readonly number[],
  width: number,
  isBackground: (i: number) => boolean,
): void {
  const isSmooth = (i: number): boolean => detail[i]! < SMOOTH;
  const seeds = undecided.filter((i) => isSmooth(i) && [i - 1, i + 1, i - width, i + width].some(isBackground));
  const open = new Uint8Array(detail.length);
  flood(seeds, open, width, isSmooth);
  for (const i of undecided) if (open[i] === 0) detail[i] = Math.max(0, detail[i]!);
}
