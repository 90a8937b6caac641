import { smoothStep } from './curves.js';
import type { Sitter } from './sitter.js';
import { ellipsoid, limb, softCarve, softCommon, softUnion } from './solids.js';

/** Shoulders, chest and arms under cloth, in the torso's own turn: a slab under a sloping plane; chests of ellipsoids look like balloons. */
export function clothedBody(x: number, y: number, z: number, { shoulders, chest, chestForward }: Sitter): number {
  const wide = Math.sqrt(x * x + 0.0012) / shoulders;
  const lower = smoothStep(-0.8, -1.6, y);
  const radiusZ = 0.265 + 0.05 * lower;
  const u = wide / (0.6 + 0.03 * lower);
  const v = Math.abs((z + 0.13) / radiusZ);
  const slab = (Math.cbrt(u * u * u + v * v * v) - 1) * radiusZ * 0.9;
  const slope = y + 0.8 + 0.2 * wide + 0.38 * (z + 0.13) + 0.05 * Math.max(0, wide - 0.3);
  let d = softCommon(slab, slope * 0.9, 0.22);
  d = softUnion(d, limb(wide, y, z, 0.04, -0.62, -0.21, 0.085, 0.66, -0.945, -0.19, 0.115), 0.22);
  d = softUnion(d, ellipsoid(wide - 0.72, y + 1.09, z + 0.17, 0.165, 0.22, 0.175), 0.2);
  d = softUnion(d, limb(wide, y, z, 0.755, -1.12, -0.17, 0.15, 0.83, -2, -0.14, 0.165), 0.22);
  d = softUnion(d, ellipsoid(wide - chest, y + 1.24, z - chestForward, 0.28, 0.24, 0.12), 0.3);
  return d * 0.9 * Math.min(1, shoulders);
}

/** Adds collar bones and the pit between them. */
export function withCollarBones(body: number, x: number, y: number, z: number, { shoulders }: Sitter): number {
  const wide = Math.sqrt(x * x + 0.0006) / shoulders;
  const bones = softUnion(body, limb(wide, y, z, 0.05, -0.9, 0.045, 0.014, 0.24, -0.89, 0.01, 0.01), 0.09);
  return softCarve(bones, ellipsoid(x, y + 0.835, z - 0.105, 0.03, 0.035, 0.04), 0.06);
}

/** The neck with the muscle from behind the ear to the pit. Its upper part follows the head, its lower part the torso. */
export function neck(hx: number, hy: number, hz: number, x: number, y: number, z: number, radius: number): number {
  let d = limb(hx, hy, hz, 0, -0.25, -0.12, radius, 0, -0.62, -0.14, radius);
  d = softUnion(d, limb(hx, hy, hz, 0, -0.12, -0.25, radius * 0.92, 0, -0.7, -0.27, radius), 0.12);
  d = softUnion(d, limb(x, y, z, 0, -0.6, -0.14, radius, 0, -0.98, -0.19, radius + 0.03), 0.12);
  const wide = Math.sqrt(x * x + 0.0003);
  return softUnion(d, limb(wide, y, z, 0.19, -0.3, -0.15, 0.2 * radius, 0.045, -0.84, 0.04, 0.08 * radius), 0.12);
}
