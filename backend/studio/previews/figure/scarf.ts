import { unit, type Triple } from '../vector.js';
import { bell, clamp, mix, noise, ridges, smoothStep } from './curves.js';
import { aroundEar } from './ear.js';
import { faceOpening } from './long-hair.js';
import { ellipsoid, softCarve, softCommon, softUnion } from './solids.js';

/** The knot, at the nape on one side. */
const KNOT: Triple = [-0.205, -0.33, -0.26];

/** The folds are meridians of an axis from the knot through the face: they meet in the knot, and the other pole hides in the opening. */
const AXIS = unit([0.05 - KNOT[0], 0.05 - KNOT[1], 0.35 - KNOT[2]]);
const ACROSS = unit(cross(AXIS, [0, 1, 0]));
const UPWARDS = cross(AXIS, ACROSS);

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A scarf over parted hair, knotted behind, with two tails. */
export function scarf(x: number, y: number, z: number): number {
  const bound = ellipsoid(x, y - 0.02, z + 0.12, 0.44, 0.62, 0.56);
  const hanging = knotAndTails(x, y, z);
  if (bound > 0.15) return Math.min(bound, hanging);
  const besideEar = softCommon(aroundEar(y, z, 0.1), 0.2 - Math.abs(x), 0.02);
  return Math.min(Math.min(hairInFront(x, y, z, besideEar), cloth(x, y, z, besideEar)) * 0.8, hanging);
}

function hairInFront(x: number, y: number, z: number, besideEar: number): number {
  let d = ellipsoid(x, y - 0.15, z + 0.06, 0.322, 0.38, 0.41);
  const wave = noise(x * 2.6 + 7, y * 1.8, z * 2.6) + noise(x * 7, y * 3.5, z * 7) * 0.28;
  const phase = (z + 0.045 * Math.sin(y * 7)) * 34 + wave * 2.4;
  const fromParting = x - 0.05;
  const beside = smoothStep(0, 0.07, Math.abs(fromParting) + Math.max(0, 0.2 - y));
  d -= (0.013 * ridges(phase) + 0.0045 * ridges(phase * 2.9 + wave * 3)) * beside + 0.002;
  d += 0.02 * bell(fromParting, 0.016) * smoothStep(0.2, 0.4, y);
  d = softCarve(d, softCommon(faceOpening(x, y + 0.04, 0.365), 0.1 - z, 0.05), 0.045);
  d = softCarve(d, besideEar, 0.03);
  return softCommon(d, -(y + 0.05), 0.04);
}

function cloth(x: number, y: number, z: number, besideEar: number): number {
  const plain = softUnion(
    ellipsoid(x, y - 0.16, z + 0.08, 0.335, 0.392, 0.43),
    ellipsoid(x, y + 0.06, z + 0.29, 0.26, 0.28, 0.23),
    0.12,
  );
  const qx = x - KNOT[0];
  const qy = y - KNOT[1];
  const qz = z - KNOT[2];
  const fromKnot = Math.sqrt(qx * qx + qy * qy + qz * qz);
  const angle = Math.atan2(
    qx * ACROSS[0] + qy * ACROSS[1] + qz * ACROSS[2],
    qx * UPWARDS[0] + qy * UPWARDS[1] + qz * UPWARDS[2],
  );
  const wave = noise(x * 3.2, y * 3.2, z * 3.2);
  const hem = (z - 0.175) * 0.97 + (0.42 - y) * 0.17;
  // The folds begin behind the smooth band along the hem.
  const begun = 0.25 + 0.75 * smoothStep(0.03, 0.16, -hem);
  const folds = 0.034 * ridges(angle * 6 + wave * 1.6 + fromKnot * 1.2) + 0.011 * ridges(angle * 13 + wave * 2.6 + 1);
  let d = plain - folds * mix(0.55, 1, bell(fromKnot, 0.55)) * begun - 0.012;
  d = softCommon(d, hem + 0.02, 0.02);
  const band = softCommon(
    plain - 0.028 - 0.004 * ridges(hem * 70 + angle * 3),
    Math.abs(hem + 0.03 + 0.004 * Math.sin(angle * 7)) - 0.03,
    0.014,
  );
  d = softUnion(d, band, 0.006);
  d = softCarve(d, besideEar + 0.022, 0.03);
  return softCommon(d, -(y + 0.36), 0.06);
}

function knotAndTails(x: number, y: number, z: number): number {
  const qx = x - KNOT[0];
  const qy = y - KNOT[1];
  const qz = z - KNOT[2];
  const bound = Math.sqrt(qx * qx + (qy + 0.2) ** 2 + (qz - 0.1) ** 2) - 0.5;
  if (bound > 0.15) return bound;
  const knot = ellipsoid(qx, qy, qz, 0.062, 0.07, 0.075) - 0.011 * ridges(qy * 26 + qz * 20 + 2);
  return softUnion(knot, softUnion(tail(qx, qy, qz, OVER_SHOULDER), tail(qx, qy, qz, BEHIND), 0.01), 0.02) * 0.6;
}

/** A hanging end of the scarf: a flattened limb that widens and folds more towards its end. Places are relative to the knot. */
interface Tail {
  from: Triple;
  along: Triple;
  length: number;
  width: Triple;
  thick: Triple;
  phase: number;
}

function tailOf(from: Triple, to: Triple, width: Triple, phase: number): Tail {
  const along: Triple = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  return { from, along, length: Math.hypot(...along), width, thick: unit(cross(along, width)), phase };
}

const OVER_SHOULDER = tailOf([0, -0.03, 0.02], [0.03, -0.47, 0.3], [0.85, -0.1, 0.5], 0.5);
const BEHIND = tailOf([-0.02, -0.03, 0], [-0.13, -0.38, 0.1], [0.7, -0.3, 0.64], 2.2);

function tail(x: number, y: number, z: number, { from, along, length, width, thick, phase }: Tail): number {
  const px = x - from[0];
  const py = y - from[1];
  const pz = z - from[2];
  const down = (px * along[0] + py * along[1] + pz * along[2]) / (length * length);
  const t = clamp(down, 0, 1);
  const ex = px - along[0] * t;
  const ey = py - along[1] * t;
  const ez = pz - along[2] * t;
  const across = ex * width[0] + ey * width[1] + ez * width[2];
  const folds = 0.02 * t * Math.sin(across * 58 + phase) + 0.01 * t * Math.sin(across * 23 + phase * 2);
  const through = ex * thick[0] + ey * thick[1] + ez * thick[2] + folds;
  const high = mix(0.03, 0.02, t);
  const u = across / mix(0.028, 0.095, t ** 0.8);
  const v = through / high;
  const d = (Math.sqrt(u * u + v * v + 1e-4) - 1) * high * 0.9;
  return softCommon(softCommon(d, -down * length - 0.01, 0.01), (down - 1) * length + across * 0.55, 0.012);
}
