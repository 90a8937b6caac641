import { ellipsoid, limb, softCarve, softUnion } from './solids.js';

/**
 * The house figure: a plaster bust after nobody. Unit: the height of the head. Origin between the eyes, in the middle of the head;
 * x to the right of the picture, y up, z towards the viewer.
 */

/** Turn of the shoulders and of the head out of the frontal view, in radians; positive looks to the right of the picture. */
const TORSO_TURN = 0.5;
const HEAD_TURN = 0.34;
/** The axis around which both turn runs through the neck, behind the origin. */
const AXIS_Z = -0.12;

const turn = (angle: number) => ({ sin: Math.sin(angle), cos: Math.cos(angle) });
const torsoTurn = turn(TORSO_TURN);
const headTurn = turn(HEAD_TURN);

/** Distance from the middle, rounded so that the two halves meet without a crease. */
const fromMiddle = (x: number): number => Math.sqrt(x * x + 0.0012);

/** Signed distance from the bust in head heights, negative inside; a bound good enough to march with a step factor of .85. */
export function bust(x: number, y: number, z: number): number {
  const back = z - AXIS_Z;
  const tx = x * torsoTurn.cos - back * torsoTurn.sin;
  const tz = x * torsoTurn.sin + back * torsoTurn.cos + AXIS_Z;
  const torso = shoulders(fromMiddle(tx), y, tz);
  if (y < -1.25) return torso;
  const hx = x * headTurn.cos - back * headTurn.sin;
  const hz = x * headTurn.sin + back * headTurn.cos + AXIS_Z;
  const throat = neck(hx, y, hz, fromMiddle(tx), tz);
  return softUnion(softUnion(torso, throat, 0.26), head(fromMiddle(hx), y, hz), 0.06);
}

/** Egg of cranium and face; the features are hardly more than places where the light changes. `x` is the distance from the middle. */
function head(x: number, y: number, z: number): number {
  const cranium = ellipsoid(x, y - 0.125, z + 0.08, 0.328, 0.375, 0.415);
  const narrow = 1 - 0.12 * Math.min(1, Math.max(0, -y / 0.5)) ** 2;
  const face = ellipsoid(x / narrow, y + 0.095, z - 0.05, 0.285, 0.405, 0.3);
  let d = softUnion(cranium, face, 0.18);
  d = softUnion(d, limb(x, y, z, 0, -0.41, 0.225, 0.08, 0.14, -0.29, 0.04, 0.1), 0.2);
  d = softUnion(d, ellipsoid(x - 0.16, y + 0.13, z - 0.19, 0.08, 0.075, 0.08), 0.16);
  d = softUnion(d, limb(x, y, z, 0, 0.075, 0.315, 0.035, 0.17, 0.075, 0.25, 0.03), 0.14);
  d = softCarve(d, ellipsoid(x - 0.13, y + 0.02, z - 0.405, 0.095, 0.058, 0.098), 0.15);
  d = softUnion(d, limb(x, y, z, 0, 0.08, 0.318, 0.03, 0, -0.15, 0.368, 0.046), 0.085);
  d = softUnion(d, limb(x, y, z, 0, -0.16, 0.35, 0.036, 0, -0.225, 0.318, 0.03), 0.07);
  d = softUnion(d, ellipsoid(x, y + 0.265, z - 0.275, 0.08, 0.045, 0.05), 0.16);
  return d;
}

/** Column of the neck with the muscle that runs from behind the ear to the breastbone. Head coordinates, then the torso's. */
function neck(hx: number, y: number, hz: number, x: number, z: number): number {
  const column = limb(hx, y, hz, 0, -0.3, -0.12, 0.21, 0, -0.92, -0.19, 0.24);
  const muscle = limb(x, y, z, 0.19, -0.42, -0.12, 0.04, 0.05, -0.84, 0.06, 0.03);
  return softUnion(column, muscle, 0.13);
}

/** Shoulders and upper chest. `x` is the distance from the middle. */
function shoulders(x: number, y: number, z: number): number {
  let d = ellipsoid(x, y + 1.46, z + 0.13, 0.72, 0.7, 0.39);
  d = softUnion(d, limb(x, y, z, 0.06, -0.62, -0.23, 0.115, 0.66, -0.95, -0.23, 0.125), 0.3);
  d = softUnion(d, ellipsoid(x - 0.69, y + 1.11, z + 0.19, 0.2, 0.27, 0.21), 0.24);
  d = softUnion(d, limb(x, y, z, 0.71, -1.15, -0.19, 0.18, 0.77, -2, -0.17, 0.17), 0.24);
  d = softUnion(d, limb(x, y, z, 0.08, -0.87, 0.045, 0.022, 0.62, -0.9, -0.12, 0.022), 0.15);
  return d;
}
