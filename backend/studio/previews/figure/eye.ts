import { bell, clamp, smoothStep } from './curves.js';
import type { Sitter } from './sitter.js';
import { softCommon, softUnion } from './solids.js';

/** Radius of the eyeball under the lids. */
const RADIUS = 0.0635;

/**
 * Adds an eye at rest to the face. Two lids that meet in a small step read as sleep; a line carved into one ball would look like a slit.
 * @param ex @param ey @param ez place from the middle of the eyeball, `ex` growing outwards
 */
export function closedEye(head: number, ex: number, ey: number, ez: number, { lidHang, lidTilt }: Sitter): number {
  // The ball is wider than high and turned back on its outer side.
  const turned = ez + 0.25 * ex;
  const fromMiddle = Math.sqrt(ex * ex * 0.72 + ey * ey + turned * turned);
  const t = clamp(ex / 0.07, -1.3, 1.3);
  const across = Math.abs(t);
  const line = -0.014 - lidHang * (1 - t * t) + lidTilt * t;
  const lower = fromMiddle - RADIUS + 0.004;
  const upper = softCommon(fromMiddle - RADIUS - 0.003, line - ey, 0.006);
  let d = softUnion(head, softUnion(lower, upper, 0.004), 0.022);
  d += 0.0066 * bell(ey - line + 0.0015, 0.005) * (1 - smoothStep(0.85, 1.15, across)) * smoothStep(0, 0.05, turned);
  const fold = 0.034 - 0.016 * t * t + 0.004 * t;
  d += 0.0045 * bell(ey - fold, 0.007) * (1 - smoothStep(0.8, 1.2, across)) * smoothStep(0, 0.04, turned);
  return d;
}
