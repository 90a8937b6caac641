import type { Point } from '../photo/landmarks.js';
import type { Crop } from './framing.js';
import type { Person } from './person.js';

/** How far clothes are continued below the photo's end at most: in faces, and as a share of what is stretched for it. */
const MOST = 0.25;
const STRETCH = 0.35;
/** Clothes are stretched from here on, in faces below the eyes: under the chin. */
const THROAT = 0.72;

/** What is known of a cutout's lower end. */
interface Clothed {
  /** Places where the person ends with the photo's lower edge. */
  below?: readonly Point[];
  /** Centre between the eyes. */
  eye: Point;
  faceHeight: number;
  endsInClothes?: boolean;
}

/** How far below the photo's end a portrait may reach, in faces; 0 where the photo does not end in clothes. */
export function clothesReach({ below = [], eye, faceHeight, endsInClothes = false }: Clothed): number {
  if (below.length === 0 || !endsInClothes) return 0;
  const stretched = (lineAbove(below)(eye[0]) - eye[1]) / faceHeight - THROAT;
  return Math.max(0, Math.min(MOST, STRETCH * stretched));
}

/**
 * Continues the clothes where a portrait reaches below the photo's end: what is there is stretched downwards, more and more, so that
 * neither folds nor outlines break. At most by half as much again near the end, never above the throat. Changes the person in place.
 * @param crop what the portrait shows of the cutout
 */
export function continueClothes(person: Person, cutout: Clothed, crop: Crop): void {
  const seen = (cutout.below ?? []).filter(
    ([x, y]) => x > crop.x && x < crop.x + crop.width && y > crop.y && y < crop.y + crop.height,
  );
  if (seen.length === 0) return;
  const { rgba, width, height } = person;
  const scale = width / crop.width;
  const end = lineAbove(seen);
  const from = (cutout.eye[1] + THROAT * cutout.faceHeight - crop.y) * scale;
  const column = new Uint8Array(height * 4);
  for (let x = 0; x < width; x++) {
    // The last row of the photo is mixed with what lies beyond it.
    const last = Math.floor((end(crop.x + x / scale) - crop.y) * scale) - 1;
    const first = Math.min(last - 1, Math.max(0, Math.round(from)));
    if (last >= height - 1 || first < 0) continue;
    for (let y = first; y < height; y++) column.set(rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4), y * 4);
    const [whole, kept] = [height - 1 - first, last - first];
    const slowing = (whole - kept) / whole ** 2;
    for (let y = first; y < height; y++) {
      const t = y - first;
      copyBetween(column, first + t - slowing * t * t, rgba, (y * width + x) * 4);
    }
  }
}

/** Reads a column between two of its pixels; colours count as much as their alpha. */
function copyBetween(column: Uint8Array, y: number, to: Uint8Array, at: number): void {
  const upper = Math.floor(y) * 4;
  const lower = Math.min(column.length - 4, upper + 4);
  const share = y - Math.floor(y);
  const [a, b] = [column[upper + 3]! * (1 - share), column[lower + 3]! * share];
  const alpha = a + b;
  for (let c = 0; c < 3; c++)
    to[at + c] = alpha > 0 ? Math.round((column[upper + c]! * a + column[lower + c]! * b) / alpha) : 0;
  to[at + 3] = Math.round(alpha);
}

/** A straight line along the points that has none of them above it. */
function lineAbove(points: readonly (readonly [number, number])[]): (x: number) => number {
  const meanOf = (pick: 0 | 1): number => points.reduce((sum, p) => sum + p[pick], 0) / points.length;
  const [meanX, meanY] = [meanOf(0), meanOf(1)];
  let [across, along] = [0, 1e-6];
  for (const [x, y] of points) {
    across += (x - meanX) * (y - meanY);
    along += (x - meanX) ** 2;
  }
  const slope = across / along;
  const highest = Math.min(...points.map(([x, y]) => y - meanY - slope * (x - meanX)));
  return (x) => meanY + highest + slope * (x - meanX);
}
