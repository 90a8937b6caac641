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

/** Outermost columns of the person between the top of the hair and the mouth: hair or ears, but no shoulders. */
export function findHeadSides(
  alpha: Float32Array,
  width: number,
  headTop: number,
  eye: Point,
  faceHeight: number,
): [left: number, right: number] {
  let [left, right] = [eye[0], eye[0]];
  for (let y = headTop; y < eye[1] + 0.35 * faceHeight; y++) {
    // From the middle outwards, so that a hand or a shoulder beside the head does not count.
    let x = Math.round(eye[0]);
    while (x > 0 && alpha[y * width + x - 1]! > 0.5) x--;
    left = Math.min(left, x);
    x = Math.round(eye[0]);
    while (x < width - 1 && alpha[y * width + x + 1]! > 0.5) x++;
    right = Math.max(right, x);
  }
  return [left, right];
}

/** Where the visible person meets the end of the photo or of the cutout. */
export interface Ends {
  /** At the sides and above. */
  cuts: [number, number][];
  /** Below. */
  below: [number, number][];
}

/** How near the photo's end a place counts as lying at it, in pixels. */
const REACH = 6;

/** Finds where the visible person meets the end of the photo (of this size in pixels) or of the cutout. */
export function findEnds(alpha: Float32Array, frame: CutoutFrame, photo: { width: number; height: number }): Ends {
  const { width, height } = frame;
  const ends: Ends = { cuts: [], below: [] };
  for (let y = 2; y < height; y += 4) {
    for (let x = 2; x < width; x += 4) {
      if (alpha[y * width + x]! < 0.2) continue;
      const [px, py] = toPhoto(frame, x, y);
      const near = REACH * frame.scale;
      if (x < REACH || y < REACH || x >= width - REACH || px < near || py < near || px >= photo.width - 1 - near)
        ends.cuts.push([x, y]);
      else if (y >= height - REACH || py >= photo.height - 1 - near) ends.below.push([x, y]);
    }
  }
  return ends;
}
