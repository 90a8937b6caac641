import { cosine, hashDistance } from '../photo-likeness.js';
import { clothesApart } from '../photo/clothes.js';
import { otherness, type FacePoints } from '../photo/moment.js';
import { ramp } from '../raster/numbers.js';
import type { AnalysedPhoto } from './analysed-photo.js';
import { CUTOUT_EYE_LINE, frameFor, meshInCutout } from './cutout-frame.js';

/** A photo that may become a cutout. */
export interface Candidate {
  index: number;
  /** Usefulness 0..1. */
  quality: number;
  /** Median likeness to the other photos. */
  likeness: number;
  embedding: Float32Array;
  perceptualHash: string;
}

/** Photos in the order in which they should be prepared: good ones first, and each unlike those already chosen. */
export function rankForCutouts(candidates: readonly Candidate[]): Candidate[] {
  const rest = [...candidates];
  const ranked: Candidate[] = [];
  while (rest.length > 0) {
    const scores = rest.map((c) => worth(c) * (1 - 0.45 * Math.max(0, ...ranked.map((r) => sameness(c, r)))));
    const best = scores.indexOf(Math.max(...scores));
    ranked.push(...rest.splice(best, 1));
  }
  return ranked;
}

const worth = (c: Candidate): number => c.quality * (0.4 + 0.6 * ramp(0.35, 0.65, c.likeness));

/** 1 for two versions of one shot, 0 for clearly different shots. */
function sameness(a: Candidate, b: Candidate): number {
  const look = ramp(0.75, 0.95, cosine(a.embedding, b.embedding));
  const shot = 1 - ramp(6, 22, hashDistance(a.perceptualHash, b.perceptualHash));
  return Math.max(look, shot);
}

/** Otherness of two faces below which they show one moment. */
const HARDLY_ANOTHER = 0.5;
/** Distance of perceptual hashes (bits of 64) up to which pictures are one: smaller, darker, encoded anew. */
const COPIED = 4;
/** Difference of mean colours, 8-bit sRGB and without their brightness, below which clothes may be the same. */
const TINTED = 12;

/** A photo and what tells it from others. */
export interface Shot extends Pick<AnalysedPhoto, 'face' | 'clothes'> {
  perceptualHash: string;
}

/** Whether two photos are one shot. The hash alone would take any two portraits before one wall for copies, the face alone a smile on two days. */
export const isCopy = (a: Shot, b: Shot): boolean =>
  hashDistance(a.perceptualHash, b.perceptualHash) <= COPIED &&
  mayWearTheSame(a, b) &&
  otherness(pointsOf(a), pointsOf(b)) < HARDLY_ANOTHER;

function mayWearTheSame({ clothes: a }: Shot, { clothes: b }: Shot): boolean {
  if (!a || !b) return true;
  return clothesApart(a, b).tint < TINTED;
}

/** The face's points, levelled; the size is any, it cancels out. */
function pointsOf({ face }: Shot): FacePoints {
  const frame = frameFor(face, face.height);
  return {
    mesh: meshInCutout(face, frame).flat(),
    eye: [frame.width / 2, frame.height * CUTOUT_EYE_LINE],
    faceHeight: frame.faceHeight,
  };
}
