import { MASK_SIDE, type PersonMask } from '../models/person-mask.js';
import { flood } from '../raster/flood.js';
import { clamp, ramp } from '../raster/numbers.js';
import { fillPolygon } from '../raster/polygon.js';
import { resample, type Region } from '../raster/resample.js';
import { give, takeZeros } from '../raster/scratch.js';
import type { Planes } from '../raster/guided-filter.js';
import type { Point } from '../photo/landmarks.js';

/** A picture to be segmented: planes and the region that really holds photo pixels. */
export interface SegmentationInput {
  rgb: Planes;
  width: number;
  height: number;
  valid: Region;
  /** Centre between the eyes and the face's height, in these pixels. */
  eye: Point;
  faceHeight: number;
}

interface Framing extends Region {
  weight: number;
  gamma: number;
}

/**
 * Probability of «person» per pixel. One pass of the small model is coarse and moody; several framings, each also mirrored,
 * agree on the truth. A close framing of the head adds resolution where hair meets background.
 */
export function personProbability(model: PersonMask, input: SegmentationInput): Float32Array {
  const n = input.width * input.height;
  const sum = takeZeros(n);
  const weights = takeZeros(n);
  for (const framing of bodyFramings(input)) addFraming(model, input, framing, sum, weights, null);
  for (let i = 0; i < n; i++) sum[i] = weights[i]! > 0 ? sum[i]! / weights[i]! : 0;
  const first = sum.slice();
  weights.fill(1);
  for (const tile of headTiles(input)) addFraming(model, input, tile, sum, weights, first);
  for (let i = 0; i < n; i++) sum[i]! /= weights[i]!;
  give(weights);
  return sum;
}

function bodyFramings({ valid: v }: SegmentationInput): Framing[] {
  const inset = (left: number, top: number, width: number, height: number, weight: number, gamma = 1): Framing => ({
    x: v.x + v.width * left,
    y: v.y + v.height * top,
    width: v.width * width,
    height: v.height * height,
    weight,
    gamma,
  });
  return [
    inset(0, 0, 1, 1, 1),
    inset(-0.1, -0.1, 1.2, 1.1, 0.8),
    inset(0.04, 0, 0.92, 0.92, 0.8),
    inset(0, 0, 1, 1, 0.8, 0.75),
  ];
}

function headTiles({ eye, faceHeight }: SegmentationInput): Framing[] {
  const tile = (size: number, weight: number): Framing => ({
    x: eye[0] - (size / 2) * faceHeight,
    y: eye[1] - size * 0.47 * faceHeight,
    width: size * faceHeight,
    height: size * faceHeight,
    weight,
    gamma: 1,
  });
  return [tile(2.3, 0.8), tile(1.8, 1.1)];
}

function addFraming(
  model: PersonMask,
  input: SegmentationInput,
  f: Framing,
  sum: Float32Array,
  weights: Float32Array,
  agreed: Float32Array | null,
): void {
  const { width, height, valid } = input;
  const region = clip(f, valid);
  const mask = flipAveraged(model, input, region, f.gamma);
  const left = Math.max(0, Math.ceil(region.x));
  const top = Math.max(0, Math.ceil(region.y));
  const right = Math.min(width, Math.floor(region.x + region.width));
  const bottom = Math.min(height, Math.floor(region.y + region.height));
  const part = resample(mask, MASK_SIDE, MASK_SIDE, right - left, bottom - top, {
    x: ((left - region.x) / region.width) * MASK_SIDE,
    y: ((top - region.y) / region.height) * MASK_SIDE,
    width: ((right - left) / region.width) * MASK_SIDE,
    height: ((bottom - top) / region.height) * MASK_SIDE,
  });
  const feather = 0.08;
  for (let y = top; y < bottom; y++) {
    const fy = (y - region.y) / region.height;
    // A framing's edge fades out, unless it is the photo's own edge.
    const edgeY = Math.min(
      region.y <= valid.y + 1 ? 1 : ramp(0, feather, fy),
      region.y + region.height >= valid.y + valid.height - 1 ? 1 : ramp(0, feather, 1 - fy),
    );
    for (let x = left; x < right; x++) {
      const fx = (x - region.x) / region.width;
      const edgeX = Math.min(
        region.x <= valid.x + 1 ? 1 : ramp(0, feather, fx),
        region.x + region.width >= valid.x + valid.width - 1 ? 1 : ramp(0, feather, 1 - fx),
      );
      const i = y * width + x;
      const m = part[(y - top) * (right - left) + x - left]!;
      // Without the body in view the model errs more: where a tile contradicts the whole, it counts little.
      const trust = agreed ? 1 - 0.85 * ramp(0.35, 0.8, Math.abs(m - agreed[i]!)) : 1;
      const w = f.weight * Math.min(edgeX, edgeY) * trust + 1e-4;
      sum[i]! += m * w;
      weights[i]! += w;
    }
  }
  give(part);
}

function clip(region: Region, limit: Region): Region {
  const x = clamp(region.x, limit.x, limit.x + limit.width - 2);
  const y = clamp(region.y, limit.y, limit.y + limit.height - 2);
  return {
    x,
    y,
    width: Math.min(region.x + region.width, limit.x + limit.width) - x,
    height: Math.min(region.y + region.height, limit.y + limit.height) - y,
  };
}

function flipAveraged(
  model: PersonMask,
  { rgb, width, height }: SegmentationInput,
  region: Region,
  gamma: number,
): Float32Array {
  const n = MASK_SIDE * MASK_SIDE;
  const planes = rgb.map((plane) => resample(plane, width, height, MASK_SIDE, MASK_SIDE, region));
  const straight = new Float32Array(n * 3);
  const mirrored = new Float32Array(n * 3);
  for (const [c, plane] of planes.entries()) {
    if (gamma !== 1) for (let i = 0; i < n; i++) plane[i] = Math.pow(plane[i]!, gamma);
    for (let y = 0; y < MASK_SIDE; y++) {
      const row = y * MASK_SIDE;
      for (let x = 0; x < MASK_SIDE; x++) {
        straight[(row + x) * 3 + c] = plane[row + x]!;
        mirrored[(row + MASK_SIDE - 1 - x) * 3 + c] = plane[row + x]!;
      }
    }
  }
  give(...planes);
  const a = model.run(straight);
  const b = model.run(mirrored);
  const out = new Float32Array(n);
  for (let y = 0; y < MASK_SIDE; y++) {
    for (let x = 0; x < MASK_SIDE; x++)
      out[y * MASK_SIDE + x] = (a[y * MASK_SIDE + x]! + b[y * MASK_SIDE + MASK_SIDE - 1 - x]!) / 2;
  }
  return out;
}

/** Keeps the one body that carries the face, and makes the face itself certain. Changes the plane in place. */
export function keepFaceComponent(mask: Float32Array, width: number, height: number, oval: readonly Point[]): void {
  const face = takeZeros(width * height);
  fillPolygon(face, width, height, oval);
  const seeds: number[] = [];
  for (let i = 0; i < face.length; i++) {
    if (face[i] === 0) continue;
    mask[i] = 1;
    seeds.push(i);
  }
  const reached = new Uint8Array(width * height);
  flood(seeds, reached, width, (i) => mask[i]! > 0.25);
  dimUnreached(mask, reached, width, height);
  give(face);
}

/** Soft edges next to the body stay: only what lies apart from it fades. */
function dimUnreached(mask: Float32Array, reached: Uint8Array, width: number, height: number): void {
  const near = Math.max(2, Math.round(width * 0.012));
  const keep = new Uint8Array(reached);
  for (let pass = 0; pass < near; pass++) {
    const before = keep.slice();
    for (let i = width; i < width * (height - 1); i++) {
      if (before[i] === 0 && (before[i - 1] || before[i + 1] || before[i - width] || before[i + width])) keep[i] = 1;
    }
  }
  for (let i = 0; i < mask.length; i++) if (keep[i] === 0) mask[i] = 0;
}
