import { isBacklit, isBurnt } from '../backlit.js';
import { elementOf } from '../element-of.js';
import { isPresentable } from '../photo/expression.js';
import { hasColour } from '../photo/face-light.js';
import { eyeOpening } from '../photo/landmarks.js';
import type { UnusedReason } from '../port.js';
import type { AnalysedPhoto } from './analysed-photo.js';
import { dimnessOf } from './skin.js';

/** Cutouts a profile keeps. */
export const MAX_CUTOUTS = 5;

/** Cutouts below which doubtful and unsightly ones are taken, too: eight portraits of one photo would look alike. Burnt ones only below the second. */
export const FEWEST_CUTOUTS = 3;
const FEWEST_BEFORE_BURNT = 2;

/** A photo in the order in which cutouts are made. */
export interface Turn<T> {
  analysed: T;
  /** It is taken only while there are fewer cutouts. */
  below: number;
  dimness: number;
  /** Why its turn comes late; null for the photos that come first. */
  late: UnusedReason | null;
}

/** What the order depends on. */
type Judged = Pick<AnalysedPhoto, 'tone'> & { face: Pick<AnalysedPhoto['face'], 'mesh' | 'happy'> };

/**
 * The order of the ranking, but photos with shut eyes, a word on the lips or the light behind fill up what is missing to a few; so do
 * photos in black and white, where there are enough in colour: on a coloured background they look pasted. Burnt ones come last.
 */
export function turnsOf<T extends Judged>(ranked: readonly T[]): Turn<T>[] {
  const dimness = dimnessOf(ranked.map((a) => a.tone));
  const widest = Math.max(...ranked.map((a) => eyeOpening(a.face.mesh)));
  const seen = ranked.filter((a) => isPresentable(a.face, widest));
  const coloured = seen.filter((a) => hasColour(a.tone));
  const presentable = coloured.length >= FEWEST_CUTOUTS ? coloured : seen;
  const lateness = (analysed: T, dim: number): UnusedReason | null => {
    if (isBacklit(dim)) return 'light_behind';
    if (!seen.includes(analysed)) return 'expression';
    return presentable.includes(analysed) ? null : 'black_and_white';
  };
  const turns = ranked.map((analysed, place) => {
    const dim = elementOf(dimness, place);
    const late = lateness(analysed, dim);
    const below = isBurnt(dim) ? FEWEST_BEFORE_BURNT : late ? FEWEST_CUTOUTS : MAX_CUTOUTS;
    return { analysed, below, dimness: dim, late };
  });
  return turns.toSorted((a, b) => b.below - a.below);
}
