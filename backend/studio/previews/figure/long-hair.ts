import { bell, noise, ridges, smoothStep } from './curves.js';
import { ellipsoid, softCarve, softCommon, softUnion } from './solids.js';

/** Hair to the shoulders, parted beside the middle: a cap, a curtain on each side and a back. */
export function longHair(x: number, y: number, z: number): number {
  const bound = ellipsoid(x, y + 0.14, z + 0.06, 0.54, 0.82, 0.54);
  if (bound > 0.15) return bound;
  const ax = Math.abs(x);
  let d = ellipsoid(x, y - 0.15, z + 0.06, 0.325, 0.385, 0.415);
  const outwards = 0.25 + 0.05 * smoothStep(-0.3, -0.7, y);
  d = softUnion(d, ellipsoid(ax - outwards, y + 0.27, z + 0.07, 0.125, 0.56, 0.235), 0.1);
  d = softUnion(d, ellipsoid(x, y + 0.28, z + 0.24, 0.32, 0.54, 0.2), 0.1);
  const wave = noise(x * 2.6 + 7, y * 1.8, z * 2.6) + noise(x * 7, y * 3.5, z * 7) * 0.28;
  // Strands are level sets of the depth, waved along the height: they fall as hair does.
  const strand =
    z + 0.07 * Math.sin(y * 5.2 + 0.6) * smoothStep(0.25, -0.2, y) + 0.3 * Math.max(0, -y - 0.2) * (z + 0.1);
  const phase = strand * 32 + wave * 2.6;
  const fromParting = x - 0.07 - 0.02 * (z - 0.2);
  const beside = smoothStep(0, 0.07, Math.abs(fromParting) + Math.max(0, 0.2 - y));
  // Locks of even depth would look like a wig.
  const slow = noise(x * 2.2 + 3, y * 1.6, z * 3.6);
  const locks =
    (0.015 + 0.007 * slow) * ridges(phase) +
    (0.0045 - 0.0025 * slow) * ridges(phase * 2.9 + wave * 3) +
    0.013 * noise(strand * 8, y * 1.7, x * 1.5);
  d -= locks * beside + 0.006;
  d += 0.02 * bell(fromParting, 0.016) * smoothStep(0.2, 0.4, y);
  const opening = faceOpening(x, y + 0.06, y > -0.06 ? 0.385 : 0.9);
  d = softCarve(d, softCommon(opening, 0.07 - z - 0.12 * smoothStep(-0.1, -0.45, y), 0.05), 0.045);
  d = softCommon(d, -(y + 0.84 + 0.025 * Math.sin(phase * 0.5)), 0.08);
  return d * 0.8;
}

/** The oval through which the face looks, in the front view; negative within. */
export const faceOpening = (x: number, y: number, height: number): number =>
  (Math.sqrt((x / 0.262) ** 2 + (y / height) ** 2) - 1) * 0.26;
