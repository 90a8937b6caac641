import { smoothstep } from '../raster/numbers.js';
import type { Point } from './landmarks.js';

/** A face's points as far as they tell poses and expressions apart: levelled, all lengths in the same pixels. */
export interface FacePoints {
  /** Points of the face, x y z in turn. */
  mesh: readonly number[];
  /** Centre between the eyes. */
  eye: Point;
  /** Forehead to chin. */
  faceHeight: number;
}

/** Mean distance of the faces' points, in faces: below the first, two photos show the same moment (a copy, another cut of it); from the second they do not. */
const SAME_MOMENT = 0.011;
const OTHER_MOMENT = 0.018;

/** 0 where two photos show the same moment, 1 where pose or expression differ. */
export function otherness(a: FacePoints, b: FacePoints): number {
  const at = (of: FacePoints, i: number): [number, number] => [
    (of.mesh[i]! - of.eye[0]) / of.faceHeight,
    (of.mesh[i + 1]! - of.eye[1]) / of.faceHeight,
  ];
  let [sum, count] = [0, 0];
  for (let i = 0; i + 2 < a.mesh.length; i += 3) {
    const [ax, ay] = at(a, i);
    const [bx, by] = at(b, i);
    sum += Math.hypot(ax - bx, ay - by);
    count++;
  }
  return smoothstep(SAME_MOMENT, OTHER_MOMENT, sum / Math.max(1, count));
}
