import type { Point } from '../photo/landmarks.js';
import { PARTS, type PersonLook, type PersonMask, type PersonParts } from '../models/person-mask.js';
import { blur } from '../raster/blur.js';
import { flood } from '../raster/flood.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, ramp } from '../raster/numbers.js';
import { fillPolygon } from '../raster/polygon.js';
import { resample, type Region } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import { findContested } from './contested.js';
import { openHanging } from './hanging.js';
import { keepOwn } from './own-person.js';
import { regainCloth } from './regain-cloth.js';

/** A picture to be segmented: planes and the region that really holds photo pixels. */
export interface SegmentationInput {
  width: number;
  height: number;
  rgb: Planes;
  /** The picture at twice the size. */
  fine: Planes;
  around: Surroundings;
  valid: Region;
  /** Centre between the eyes and the face's height, in these pixels. */
  eye: Point;
  faceHeight: number;
  /** The face's outline in these pixels. */
  face: readonly Point[];
}

/** The picture with what is around it, in pixels of the same size. */
export interface Surroundings {
  rgb: Planes;
  width: number;
  height: number;
  /** Where its corner lies in the picture: left of it and above, so at most 0. */
  left: number;
  top: number;
  /** The part that holds photo pixels, in the picture's coordinates. */
  valid: Region;
}

/** How surely each pixel is the person. Scratch buffers. */
export interface PersonProbability {
  /** 0..1. */
  probability: Float32Array;
  /** 1 where the model does not know, or contradicts itself, over more than an outline: what was decided there may be wrong. */
  contested: Float32Array;
  /** The same without hair, which is soft where it meets the background. */
  undecided: Float32Array;
  /** What of the person each pixel is, 0..1; null where the model does not tell. */
  parts: PersonParts | null;
  /** How large another face is that runs into the person's own, in squared faces; 0 where there is none. */
  touching: number;
}

/** The closer look at the head, in faces, and how much more than the look at everything it counts. */
const HEAD_TILE = 2.5;
const CLOSER = 3;
/** Probabilities between which the look at everything is undecided, and how far around hair may reach, in faces. */
const [NOBODY, SOMEBODY] = [0.03, 0.97];
const STRAND = 0.03;
/** Share of the tile over which it fades out. */
const FEATHER = 0.08;
/** How much a look counts where it is undecided, by how much it counts where it is sure. */
const UNDECIDED = 0.1;
/** Difference from which the two looks contradict each other. */
const DISAGREEMENT = 0.35;

/**
 * Asks the model twice: about the person with everything around, which tells sleeves from furniture, and closely about the head, where hair
 * meets background: the closer look counts along the outline that the first has found. Other people and what is not worn are taken out.
 */
export async function personProbability(model: PersonMask, input: SegmentationInput): Promise<PersonProbability> {
  const { rgb, width, height, face, eye, faceHeight, valid } = input;
  const { probability, contradicted, parts } = await lookTwice(model, input);
  const own = takeZeros(width * height);
  fillPolygon(own, width, height, face);
  let touching = 0;
  let isAlone = true;
  if (parts) {
    const seen = { rgb, probability, parts, contradicted, width, height, face: own, eye, faceHeight, valid };
    ({ touching, isAlone } = keepOwn(seen));
    openHanging(seen);
  }
  for (let i = 0; i < own.length; i++) {
    // Where the face is has been found already.
    if (own[i] === 0) continue;
    probability[i] = 1;
    contradicted[i] = 0;
  }
  const contested = findContested({ probability, contradicted, width, height, faceHeight });
  // A bite may be somebody else's sleeve.
  if (parts && isAlone && touching === 0)
    regainCloth({ rgb, probability, parts, width, height, eye, faceHeight, valid }, contested);
  give(own, contradicted);
  return { probability, contested, undecided: withoutHair(contested, parts), parts, touching };
}

function withoutHair(contested: Float32Array, parts: PersonParts | null): Float32Array {
  const out = take(contested.length);
  out.set(contested);
  if (!parts) return out;
  const { hair, body, face, clothes, accessory } = parts;
  for (let i = 0; i < out.length; i++) if (hair[i]! > body[i]! + face[i]! + clothes[i]! + accessory[i]!) out[i] = 0;
  return out;
}

async function lookTwice(
  model: PersonMask,
  input: SegmentationInput,
): Promise<Pick<PersonProbability, 'probability' | 'parts'> & { contradicted: Float32Array }> {
  const { width, height, valid, around } = input;
  const n = width * height;
  const tile = clip(headTile(input), valid);
  const wide = await lookAt(model, around, moved(around.valid, -around.left, -around.top));
  const close = await lookAt(model, { rgb: input.fine, width: 2 * width, height: 2 * height }, doubled(tile));
  const planeFrom = (values: Float32Array, region: Region): Float32Array =>
    layOver({ values, width: model.width, height: model.height }, region, width, height);
  const far = planeFrom(wide.person, around.valid);
  const near = planeFrom(close.person, tile);
  const [share, contradicted] = [take(n), take(n)];
  const band = nearOutline(far, width, height, input.faceHeight);
  for (let i = 0; i < n; i++) {
    const weight = CLOSER * band[i]! * weightAt(i % width, Math.floor(i / width), tile, valid) * surenessOf(near[i]!);
    share[i] = weight / (weight + surenessOf(far[i]!));
    contradicted[i] = weight > 0 && Math.abs(far[i]! - near[i]!) > DISAGREEMENT ? 1 : 0;
  }
  give(band);
  const mix = (a: Float32Array, b: Float32Array): Float32Array => {
    for (let i = 0; i < n; i++) a[i]! += (b[i]! - a[i]!) * share[i]!;
    give(b);
    return a;
  };
  const mixPart = (part: keyof PersonParts): Float32Array =>
    mix(planeFrom(wide.parts![part], around.valid), planeFrom(close.parts![part], tile));
  const parts = wide.parts && (Object.fromEntries(PARTS.map((part) => [part, mixPart(part)])) as PersonParts);
  const probability = mix(far, near);
  give(share);
  return { probability, contradicted, parts };
}

/** 1 where a look is undecided and a strand's length around, softly fading. */
function nearOutline(probability: Float32Array, width: number, height: number, faceHeight: number): Float32Array {
  const undecided = take(probability.length);
  for (let i = 0; i < undecided.length; i++)
    undecided[i] = probability[i]! > NOBODY && probability[i]! < SOMEBODY ? 1 : 0;
  const band = blur(undecided, width, height, STRAND * faceHeight);
  for (let i = 0; i < band.length; i++) band[i] = ramp(0.02, 0.2, band[i]!);
  give(undecided);
  return band;
}

const surenessOf = (p: number): number => UNDECIDED + Math.abs(2 * p - 1);

const headTile = ({ eye, faceHeight }: SegmentationInput): Region => ({
  x: eye[0] - (HEAD_TILE / 2) * faceHeight,
  y: eye[1] - HEAD_TILE * 0.47 * faceHeight,
  width: HEAD_TILE * faceHeight,
  height: HEAD_TILE * faceHeight,
});

const moved = (region: Region, x: number, y: number): Region => ({ ...region, x: region.x + x, y: region.y + y });

const doubled = ({ x, y, width, height }: Region): Region => ({
  x: 2 * x,
  y: 2 * y,
  width: 2 * width,
  height: 2 * height,
});

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

async function lookAt(
  model: PersonMask,
  { rgb, width, height }: { rgb: Planes; width: number; height: number },
  region: Region,
): Promise<PersonLook> {
  const input = new Float32Array(model.width * model.height * 3);
  for (const [c, source] of rgb.entries()) {
    const plane = resample(source, width, height, model.width, model.height, region);
    for (let i = 0; i < plane.length; i++) input[i * 3 + c] = plane[i]!;
    give(plane);
  }
  return model.run(input);
}

/** A plane of what the model says about a region, laid over the picture; its edges go on beyond the region. A scratch buffer. */
const layOver = (
  look: { values: Float32Array; width: number; height: number },
  region: Region,
  width: number,
  height: number,
): Float32Array =>
  resample(look.values, look.width, look.height, width, height, {
    x: (-region.x / region.width) * look.width,
    y: (-region.y / region.height) * look.height,
    width: (width / region.width) * look.width,
    height: (height / region.height) * look.height,
  });

/** How much a look at a region counts at a place: its edge fades out, unless it is the photo's own edge. 0 beyond it. */
function weightAt(x: number, y: number, region: Region, valid: Region): number {
  const fx = (x - region.x) / region.width;
  const fy = (y - region.y) / region.height;
  if (fx < 0 || fx > 1 || fy < 0 || fy > 1) return 0;
  return Math.min(
    region.x <= valid.x + 1 ? 1 : ramp(0, FEATHER, fx),
    region.x + region.width >= valid.x + valid.width - 1 ? 1 : ramp(0, FEATHER, 1 - fx),
    region.y <= valid.y + 1 ? 1 : ramp(0, FEATHER, fy),
    region.y + region.height >= valid.y + valid.height - 1 ? 1 : ramp(0, FEATHER, 1 - fy),
  );
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
