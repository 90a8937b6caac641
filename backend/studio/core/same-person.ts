import { elementOf } from './element-of.js';
import { cosine, embeddingFromText } from './photo-likeness.js';
import type { PhotoAnalysis } from './port.js';

/**
 * Raw cosine from which two groups of photos count as one person, as the average over all their pairs. Measured: groups of one
 * person .57 and more, groups of two people .47 and less.
 */
const SAME = 0.52;
/**
 * Average over all pairs of two sets below which they clearly show two people. Measured: photos of one person .57 and more, those of 22
 * strangers .25 to .46.
 */
const ANOTHER = 0.47;
/** How far a single photo must lie below the person's own level to be somebody else's: extreme faces lie low too. */
const GAP = 0.1;

/** How alike each photo is to the person of the set, and which ones show somebody else. */
export interface Identity {
  /** Median cosine of each photo to the photos of the person. */
  likeness: number[];
  /** Indices of photos that clearly show another person. */
  foreign: number[];
}

/** Which photos of a set show another person than most of them. @returns their indices */
export function foreignPhotos(analyses: readonly PhotoAnalysis[]): number[] {
  return findForeign(analyses.map((analysis) => embeddingFromText(analysis.embedding))).foreign;
}

/**
 * Whether two sets of photos, as stored likeness vectors, clearly show two people. In doubt, and where no vectors are, they do not.
 */
export function showAnotherPerson(photos: readonly string[], others: readonly string[]): boolean {
  const vectorsOf = (texts: readonly string[]): Float32Array[] =>
    texts.map(embeddingFromText).filter((vector) => vector.length > 0);
  const [these, those] = [vectorsOf(photos), vectorsOf(others)];
  if (these.length === 0 || those.length === 0) return false;
  return average(these.flatMap((a) => those.map((b) => cosine(a, b)))) < ANOTHER;
}

/**
 * Groups photos by average likeness and takes the largest group for the person; of equals the one more alike within. Another
 * group of two or more is another person; a single photo is, if it also lies clearly below the person's own level.
 */
export function findForeign(embeddings: readonly Float32Array[]): Identity {
  // Too few to tell, or switched off: then there are no vectors.
  if (embeddings.length < 3 || embeddings.some((vector) => vector.length === 0))
    return { likeness: embeddings.map(() => 1), foreign: [] };
  const cosines = embeddings.map((a) => embeddings.map((b) => cosine(a, b)));
  const groups = group(cosines);
  const inner = (members: number[]) =>
    average(members.flatMap((i) => members.filter((j) => j !== i).map((j) => cosines[i]![j]!)));
  const person = elementOf(
    groups.toSorted((a, b) => b.length - a.length || inner(b) - inner(a)),
    0,
  );
  const likeness = embeddings.map((_, i) => median(person.filter((j) => j !== i).map((j) => cosines[i]![j]!)));
  const level = median(person.map((i) => likeness[i]!));
  const foreign = groups
    .filter((members) => members !== person)
    .flatMap((members) =>
      members.length > 1 ? members : members.filter((i) => likeness[i]! < SAME && likeness[i]! < level - GAP),
    );
  return { likeness, foreign: foreign.toSorted((a, b) => a - b) };
}

/** Joins the two most alike groups until none are alike enough (average linkage). */
function group(cosines: readonly number[][]): number[][] {
  let groups = cosines.map((_, index) => [index]);
  for (;;) {
    let best = { likeness: SAME, a: -1, b: -1 };
    for (let a = 0; a < groups.length; a += 1) {
      for (let b = a + 1; b < groups.length; b += 1) {
        const likeness = average(groups[a]!.flatMap((i) => groups[b]!.map((j) => cosines[i]![j]!)));
        if (likeness >= best.likeness) best = { likeness, a, b };
      }
    }
    if (best.a < 0) return groups;
    const joined = [...elementOf(groups, best.a), ...elementOf(groups, best.b)];
    groups = [...groups.filter((_, index) => index !== best.a && index !== best.b), joined];
  }
}

const average = (values: number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: number[]): number {
  if (values.length === 0) return 1;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
