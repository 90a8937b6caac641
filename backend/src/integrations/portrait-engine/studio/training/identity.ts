import { cosine } from '../photo/faces.js';
import { median } from '../raster/numbers.js';

/** Below this median likeness to the others a photo clearly shows somebody else. Raw cosine. */
const FOREIGN = 0.52;
/** How far below the set's own level it must lie as well: extreme faces of the same person lie low too. */
const GAP = 0.1;

/** How alike each photo is to the rest, and which ones show another person. */
export interface Identity {
  /** Median cosine of each photo to all others. */
  likeness: number[];
  /** Indices of photos of clearly different persons. */
  foreign: number[];
}

/**
 * Finds intruders among the photos of one person by the median of their likeness to the others. Works while the person is the
 * clear majority; a handful of one and a handful of another cannot be told apart this way.
 */
export function findForeign(embeddings: readonly Float32Array[]): Identity {
  if (embeddings.length < 3) return { likeness: embeddings.map(() => 1), foreign: [] };
  const likeness = embeddings.map((a, i) => median(embeddings.filter((_, j) => j !== i).map((b) => cosine(a, b))));
  const level = median(likeness);
  const foreign = likeness.flatMap((l, i) => (l < FOREIGN && l < level - GAP ? [i] : []));
  return { likeness, foreign };
}
