import { elementOf } from '../element-of.js';
import { FOREHEAD, SKIN_POINTS, type Point } from '../photo/landmarks.js';
import type { Planes } from '../raster/guided-filter.js';
import { labOf, type Lab } from '../raster/lab.js';
import { clamp, median } from '../raster/numbers.js';
import type { CutoutFrame } from './cutout-frame.js';

/** How far above the photo's end, and above the forehead, colours are looked at, in faces. */
const ABOVE_END = 0.06;
const IN_HAIR = 0.14;
/** Difference (CIELAB) up to which a colour counts as skin or hair, and the share of the end that may be of them. */
const ALIKE = 14;
const MOST_BARE = 0.15;
/** Half the width below the chin, in faces, where no hair hangs. */
const MIDDLE = 0.2;

/** Whether a person's photo ends in clothes below: not in bare skin, hands or long hair. */
export function endsInClothes(
  places: readonly (readonly [number, number])[],
  colours: Planes,
  alpha: Float32Array,
  points: readonly Point[],
  { width, height, faceHeight }: CutoutFrame,
): boolean {
  const at = (x: number, y: number): number =>
    clamp(Math.round(y), 0, height - 1) * width + clamp(Math.round(x), 0, width - 1);
  const labAt = (i: number): Lab => labOf(colours[0][i]!, colours[1][i]!, colours[2][i]!);
  const worn = places
    .map(([x, y]) => ({ x, i: at(x, y - ABOVE_END * faceHeight) }))
    .filter(({ i }) => alpha[i]! > 0.9)
    .map(({ x, i }) => ({ x, lab: labAt(i) }));
  if (worn.length === 0) return false;
  const skin = medianOf(SKIN_POINTS.map((index) => labAt(at(...elementOf(points, index)))));
  const [foreheadX, foreheadY] = elementOf(points, FOREHEAD);
  const hair = labAt(at(foreheadX, foreheadY - IN_HAIR * faceHeight));
  const middle = worn.filter(({ x }) => Math.abs(x - foreheadX) < MIDDLE * faceHeight).map(({ lab }) => lab);
  // Clothes as dark as the hair cannot be told from it by colour.
  const isHairTold = middle.length > 0 && difference(medianOf(middle), hair) > ALIKE;
  const bare = worn.filter(({ lab }) => isSkin(lab, skin) || (isHairTold && difference(lab, hair) <= ALIKE));
  return bare.length <= MOST_BARE * worn.length;
}

/** Skin keeps its hue in light and shade. */
function isSkin(lab: Lab, skin: Lab): boolean {
  return Math.hypot(lab[1] - skin[1], lab[2] - skin[2]) <= ALIKE / 2 && Math.abs(lab[0] - skin[0]) < 3 * ALIKE;
}

const difference = (a: Lab, b: Lab): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const medianOf = (labs: readonly Lab[]): Lab => [
  median(labs.map(([l]) => l)),
  median(labs.map(([, a]) => a)),
  median(labs.map(([, , b]) => b)),
];
