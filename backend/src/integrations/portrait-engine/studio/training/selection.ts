import { cosine, hashDistance } from '../../photo-likeness.js';
import { ramp } from '../raster/numbers.js';

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
