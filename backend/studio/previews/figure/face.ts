import { bell, clamp, smoothStep } from './curves.js';
import { closedEye } from './eye.js';
import { mouthRelief } from './mouth.js';
import type { Sitter } from './sitter.js';
import { ellipsoid, limb, softCarve, softUnion } from './solids.js';

/**
 * The bare head without ears. Origin in the middle of the head on the line of the eyes; the chin is at -.5, the crown at +.5.
 * Far from a part its shape is left out; what is returned then is shorter than the way to it.
 */
export function face(x: number, y: number, z: number, sitter: Sitter): number {
  const ax = Math.sqrt(x * x + 0.0004);
  let d = skull(ax, y, z, sitter.taper);
  if (d > 0.34) return d - 0.2;
  d = cheeksAndJaw(d, ax, y, z, sitter);
  if (z < 0) return d;
  if (d > 0.24) return d - 0.17;
  d = browAndSockets(d, ax, y, z, sitter.soft);
  const besideWing = bell(y + 0.155, 0.035) * smoothStep(0.02, 0.05, ax);
  d = softUnion(d, nose(x, ax, y, z, sitter.nose), 0.045 - 0.022 * besideWing);
  if (Math.abs(y) < 0.14) d = closedEye(d, ax - 0.133, y + 0.004, z - 0.262, sitter);
  return d - eyebrow(ax, y, z, sitter) - mouthRelief(x, ax, y, z, sitter);
}

function skull(ax: number, y: number, z: number, taper: number): number {
  const cranium = ellipsoid(ax, y - 0.13, z + 0.05, 0.3, 0.37, 0.395);
  const forehead = ellipsoid(ax, y - 0.18, z - 0.11, 0.225, 0.2, 0.235);
  const narrow = 1 - taper * clamp((0.02 - y) / 0.5, 0, 1) ** 1.6;
  const front = ellipsoid(ax / narrow, y + 0.1, z - 0.06, 0.258, 0.37, 0.275);
  return softUnion(softUnion(cranium, forehead, 0.12), front, 0.12);
}

function cheeksAndJaw(head: number, ax: number, y: number, z: number, { jawRadius, jawWidth, cheek }: Sitter): number {
  let d = softUnion(head, ellipsoid(ax - 0.165, y + 0.08, z - 0.185, 0.07, 0.055, 0.085), 0.12);
  d = softUnion(d, limb(ax, y, z, 0.045, -0.42, 0.265, jawRadius, 0.185 * jawWidth, -0.29, 0.01, 0.06), 0.15);
  d = softUnion(d, ellipsoid(ax, y + 0.425, z - 0.31, 0.062, 0.055, 0.055), 0.09);
  d = softUnion(d, ellipsoid(ax, y + 0.262, z - 0.262, 0.115, 0.11, 0.115), 0.1);
  return softUnion(d, ellipsoid(ax - 0.125, y + 0.19, z - 0.205, 0.09, 0.115, 0.095), 0.06 + 0.09 * cheek);
}

function browAndSockets(head: number, ax: number, y: number, z: number, soft: number): number {
  const middle = 0.032 - 0.008 * soft;
  let d = softUnion(head, limb(ax, y, z, 0.03, 0.07, 0.325, 0.03 - 0.008 * soft, 0.13, 0.098, 0.295, middle), 0.07);
  d = softUnion(d, limb(ax, y, z, 0.13, 0.098, 0.295, middle, 0.222, 0.05, 0.19, 0.028 - 0.006 * soft), 0.07);
  d = softCarve(d, ellipsoid(ax - 0.128, y - 0.005, z - 0.4 - 0.006 * soft, 0.088, 0.052, 0.092), 0.07);
  return softCarve(d, ellipsoid(ax - 0.055, y - 0.02, z - 0.385, 0.03, 0.045, 0.05), 0.05);
}

/** Bridge, tip, flanks, wings and nostrils; a `size` below 1 shortens and narrows it. */
function nose(x: number, ax: number, y: number, z: number, size: number): number {
  const width = 0.5 + 0.5 * size;
  const sx = x / width;
  const side = ax / width;
  const bridgeZ = 0.345 + 0.053 * (0.6 + 0.4 * size);
  const tipY = -0.132 + 0.1 * (1 - size);
  const tipZ = 0.345 + 0.092 * size;
  let d = limb(sx, y, z, 0, 0.06, 0.325, 0.03, 0, -0.05, bridgeZ, 0.026);
  d = softUnion(d, limb(sx, y, z, 0, -0.05, bridgeZ, 0.026, 0, tipY, tipZ, 0.036), 0.03);
  d = softUnion(d, limb(side, y, z, 0, 0.03, 0.29, 0.04, 0.022, -0.135, 0.36, 0.052), 0.05);
  d = softUnion(d, limb(sx, y, z, 0, tipY - 0.008, tipZ + 0.003, 0.022, 0, -0.168, 0.385, 0.018), 0.02);
  d = softUnion(d, ellipsoid(side - 0.05, y + 0.147, z - 0.349 - 0.033 * size, 0.0285, 0.029, 0.041), 0.012);
  return softCarve(d, ellipsoid(side - 0.026, y + 0.176, z - tipZ + 0.027, 0.013, 0.014, 0.026), 0.016);
}

/** Height of the eyebrow's hair over the skin. */
function eyebrow(ax: number, y: number, z: number, sitter: Sitter): number {
  const t = (ax - 0.04) / 0.18;
  if (t < -0.3 || t > 1.2) return 0;
  const line = 0.078 + sitter.eyebrowRise + 0.052 * t - sitter.eyebrowArch * t * t * t;
  const length = smoothStep(-0.2, 0.12, t) * (1 - smoothStep(0.8, 1.1, t));
  return sitter.eyebrow * bell(y - line, 0.017) * length * smoothStep(0.1, 0.2, z);
}
