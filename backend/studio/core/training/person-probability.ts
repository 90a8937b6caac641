import type { PersonMask } from '../models/person-mask.js';
import { flood } from '../raster/flood.js';
import { clamp, ramp } from '../raster/numbers.js';
import { fillPolygon } from '../raster/polygon.js';
import { resample, type Region } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import type { Planes } from '../raster/guided-filter.js';
import type { Point } from '../photo/landmarks.js';
import { settleContested } from './contested.js';

/** A picture to be segmented: planes and the region that really holds photo pixels. */
export interface SegmentationInput {
  rgb: Planes;
  width: number;
  height: number;
  /** The same picture at twice the size. */
  fine: Planes;
  valid: Region;
  /** Centre between the eyes and the face's height, in these pixels. */
  eye: Point;
  faceHeight: number;
}

/** How surely each pixel is the person. Scratch buffers. */
export interface PersonProbability {
  /** 0..1. */
  probability: Float32Array;
  /** 1 where the model contradicted itself over more than an outline: what was decided there may be wrong. */
  contested: Float32Array;
}

/** What the model says about one framing, in the model's size. */
interface Look {
  values: Float32Array;
  width: number;
  height: number;
}

interface Framing extends Region {
  weight: number;
  gamma: number;
}

/** What the passes of the model say about each pixel, added up. */
interface Votes {
  /** Weights, and weighted sums of the probabilities and of their squares. */
  weight: Float32Array;
  sum: Float32Array;
  squares: Float32Array;
  least: Float32Array;
}

/** Deviation between passes from which they contradict each other. */
const CONTRADICTION = 0.1;

/**
 * Probability of «person» per pixel. One pass of the small model is coarse and moody; several framings, each also mirrored,
 * agree on the truth. A close framing of the head adds resolution where hair meets background. A model that needs no votes looks
 * at the whole and at its mirror image: where these contradict each other it does not know.
 */
export async function personProbability(model: PersonMask, input: SegmentationInput): Promise<PersonProbability> {
  const { rgb, width, height, faceHeight, eye, valid } = input;
  const n = width * height;
  const votes: Votes = { weight: takeZeros(n), sum: takeZeros(n), squares: takeZeros(n), least: take(n).fill(1) };
  const [whole, ...others] = bodyFramings(input);
  for (const framing of model.needsVotes ? [whole, ...others] : [whole])
    for (const mask of await masksOf(model, input, framing)) addVote(input, framing, mask, votes, null);
  const body = take(n);
  const contradicted = take(n);
  for (let i = 0; i < n; i++) {
    const w = votes.weight[i]!;
    body[i] = w > 0 ? votes.sum[i]! / w : 0;
    const variance = w > 0 ? votes.squares[i]! / w - body[i]! ** 2 : 0;
    contradicted[i] = variance > CONTRADICTION ** 2 ? 1 : 0;
  }
  votes.sum.set(body);
  votes.weight.fill(1);
  for (const tile of model.needsVotes ? headTiles(input) : []) {
    const [straight, mirrored] = await masksOf(model, input, tile);
    const mean = { ...straight, values: straight.values.map((v, i) => (v + mirrored.values[i]!) / 2) };
    addVote(input, tile, mean, votes, body);
  }
  const probability = votes.sum;
  for (let i = 0; i < n; i++) probability[i]! /= votes.weight[i]!;
  const { least } = votes;
  const contested = settleContested({ rgb, probability, least, contradicted, width, height, faceHeight, eye, valid });
  give(votes.weight, votes.squares, least, body, contradicted);
  return { probability, contested };
}

function bodyFramings({ valid: v }: SegmentationInput): [whole: Framing, ...others: Framing[]] {
  const inset = (left: number, top: number, width: number, height: number, weight: number, gamma = 1): Framing => ({
    x: v.x + v.width * left,
    y: v.y + v.height * top,
    width: v.width * width,
    height: v.height * height,
    weight,
    gamma,
  });
  return [
    inset(0, 0, 1, 1, 1.8),
    inset(0.04, 0, 0.92, 0.92, 0.8),
    inset(0, 0, 1, 1, 0.8, 0.75),
    inset(0.1, 0, 0.8, 0.8, 0.5),
    inset(0, 0.1, 0.9, 0.9, 0.5),
    inset(0, 0, 1, 1, 0.5, 1.5),
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

/** Adds what one pass says. @param agreed what is known already, or null */
function addVote(input: SegmentationInput, f: Framing, mask: Look, votes: Votes, agreed: Float32Array | null): void {
  const { width, height, valid } = input;
  const region = clip(f, valid);
  const left = Math.max(0, Math.ceil(region.x));
  const top = Math.max(0, Math.ceil(region.y));
  const right = Math.min(width, Math.floor(region.x + region.width));
  const bottom = Math.min(height, Math.floor(region.y + region.height));
  const part = resample(mask.values, mask.width, mask.height, right - left, bottom - top, {
    x: ((left - region.x) / region.width) * mask.width,
    y: ((top - region.y) / region.height) * mask.height,
    width: ((right - left) / region.width) * mask.width,
    height: ((bottom - top) / region.height) * mask.height,
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
      const edge = Math.min(edgeX, edgeY);
      const w = f.weight * edge * trust + 1e-4;
      votes.sum[i]! += m * w;
      votes.squares[i]! += m * m * w;
      votes.weight[i]! += w;
      if (edge > 0.5) votes.least[i] = Math.min(votes.least[i]!, m);
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

/** What the model says about a framing, and about its mirror image (turned back). */
async function masksOf(
  model: PersonMask,
  input: SegmentationInput,
  framing: Framing,
): Promise<[straight: Look, mirrored: Look]> {
  const { width, height } = model;
  const n = width * height;
  const planes = planesOf(model, input, framing);
  const straight = new Float32Array(n * 3);
  const mirrored = new Float32Array(n * 3);
  for (const [c, plane] of planes.entries()) {
    if (framing.gamma !== 1) for (let i = 0; i < n; i++) plane[i] = Math.pow(plane[i]!, framing.gamma);
    for (let y = 0; y < height; y++) {
      const row = y * width;
      for (let x = 0; x < width; x++) {
        straight[(row + x) * 3 + c] = plane[row + x]!;
        mirrored[(row + width - 1 - x) * 3 + c] = plane[row + x]!;
      }
    }
  }
  give(...planes);
  const turned = await model.run(mirrored);
  const back = new Float32Array(n);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) back[y * width + x] = turned[y * width + width - 1 - x]!;
  return [
    { values: await model.run(straight), width, height },
    { values: back, width, height },
  ];
}

/** A framing in the model's size. What gives fine masks gets the fine picture: the other one would have to be enlarged. */
function planesOf(model: PersonMask, { rgb, fine, width, height, valid }: SegmentationInput, framing: Framing): Planes {
  const region = clip(framing, valid);
  const sample = (planes: Planes, scale: number): Planes =>
    planes.map((plane) =>
      resample(plane, width * scale, height * scale, model.width, model.height, {
        x: region.x * scale,
        y: region.y * scale,
        width: region.width * scale,
        height: region.height * scale,
      }),
    ) as unknown as Planes;
  return model.needsVotes ? sample(rgb, 1) : sample(fine, 2);
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
