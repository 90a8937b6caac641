import type { Point } from '../photo/landmarks.js';
import { toPhoto, type CutoutFrame } from './cutout-frame.js';

/** Row of the highest clearly visible point of the person near the face: the top of the hair. */
export function findHeadTop(alpha: Float32Array, width: number, eye: Point, faceHeight: number): number {
  const from = Math.max(0, Math.round(eye[0] - 0.45 * faceHeight));
  const to = Math.min(width, Math.round(eye[0] + 0.45 * faceHeight));
  for (let y = 0; y < eye[1]; y++) {
    let covered = 0;
    for (let x = from; x < to; x++) if (alpha[y * width + x]! > 0.5) covered++;
    if (covered > 0.06 * faceHeight) return y;
  }
  return Math.round(eye[1]);
}

/** How far the outline goes out, within how many rows, where a shoulder or an arm begins below the eyes; in faces. */
const [LEDGE, ROWS] = [0.1, 0.05];

/** Outermost columns of the person between the top of the hair and the mouth: hair or ears, but no shoulders. */
export function findHeadSides(
  alpha: Float32Array,
  width: number,
  headTop: number,
  eye: Point,
  faceHeight: number,
): [left: number, right: number] {
  const middle = Math.round(eye[0]);
  const side = (step: -1 | 1): number => {
    const reached: number[] = [];
    for (let y = headTop; y < eye[1] + 0.35 * faceHeight; y++) {
      // From the middle outwards, so that a hand or a shoulder beside the head does not count.
      let out = 0;
      for (let x = middle + step; x >= 0 && x < width && alpha[y * width + x]! > 0.5; x += step) out++;
      const higher = reached.at(-Math.round(ROWS * faceHeight)) ?? out;
      if (y > eye[1] && out > higher + LEDGE * faceHeight) break;
      reached.push(out);
    }
    return middle + step * Math.max(0, ...reached);
  };
  return [side(-1), side(1)];
}

/** Where the visible person meets the end of the photo or of the cutout. */
export interface Ends {
  /** At the sides and above. */
  cuts: [number, number][];
  /** Below. */
  below: [number, number][];
}

/** How near the photo's end a place counts as lying at it, and how far apart places are looked at, in pixels. */
const REACH = 6;
const STEP = 4;

/** Finds where the visible person meets the end of the photo (of this size in pixels) or of the cutout. */
export function findEnds(
  alpha: Float32Array,
  frame: CutoutFrame,
  photo: { width: number; height: number },
  headSides: readonly [left: number, right: number],
): Ends {
  const { width, height } = frame;
  const above: [number, number][] = [];
  /** Columns of those right at the photo's upper edge. */
  const columns: number[] = [];
  const ends: Ends = { cuts: [], below: [] };
  for (let y = 2; y < height; y += STEP) {
    for (let x = 2; x < width; x += STEP) {
      if (alpha[y * width + x]! < 0.2) continue;
      const [px, py] = toPhoto(frame, x, y);
      const near = REACH * frame.scale;
      if (x < REACH || y < REACH || x >= width - REACH || px < near || px >= photo.width - 1 - near)
        ends.cuts.push([x, y]);
      else if (py < near) {
        above.push([x, y]);
        if (py < STEP * frame.scale && alpha[y * width + x]! > 0.5) columns.push(x);
      } else if (y >= height - REACH || py >= photo.height - 1 - near) ends.below.push([x, y]);
    }
  }
  if (!isHardlyCut(columns, headSides, frame.faceHeight)) ends.cuts.push(...above);
  return ends;
}

/** Height of hair, in faces, that may be missing above without anybody seeing it. */
const HARDLY = 0.012;

/** Whether the photo's upper edge only touches the head: of something round, little is missing where the edge crosses it on a short way. */
function isHardlyCut(
  columns: readonly number[],
  [left, right]: readonly [left: number, right: number],
  faceHeight: number,
): boolean {
  if (columns.length === 0) return true;
  const [first, last] = [Math.min(...columns), Math.max(...columns)];
  const radius = (right - left) / 2;
  // What reaches the edge beside the head is something else, a hand.
  if (first < left || last > right) return false;
  return radius - Math.sqrt(Math.max(0, radius ** 2 - ((last - first + STEP) / 2) ** 2)) < HARDLY * faceHeight;
}
