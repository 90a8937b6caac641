import { bell, clamp, smoothStep } from './curves.js';
import { ellipsoid, polygon, softCarve, softCommon, softUnion } from './solids.js';

/** Shapes in the front view of one half of the chest: x is the distance from the middle, in widths of the shoulders. */
type Outline = readonly (readonly [number, number])[];

const LAPEL: Outline = [
  [0.22, -0.56],
  [0.34, -0.56],
  [0.335, -0.9],
  [0.375, -0.985],
  [0.44, -1.005],
  [0.4, -1.13],
  [0.14, -1.75],
  [0.02, -1.75],
];
const COAT_COLLAR: Outline = [
  [0.18, -0.5],
  [0.36, -0.5],
  [0.37, -0.8],
  [0.4, -0.915],
  [0.33, -0.955],
  [0.255, -0.93],
  [0.2, -0.75],
];
/** Where the coat is open and the shirt shows. */
const FRONT: Outline = [
  [-0.6, -0.5],
  [0.23, -0.5],
  [0.225, -0.72],
  [0.02, -1.75],
  [-0.6, -1.75],
];

/** A coat with lapels over a shirt. `body` is the distance from what it covers. */
export function coat(x: number, y: number, z: number, body: number, shoulders: number): number {
  const shirtCollarAt = shirtCollar(x, y, z, 0.235, 0.135, 0.4);
  if (body > 0.16) return Math.min(body - 0.03, shirtCollarAt);
  const wide = Math.abs(x) / shoulders;
  const behind = -(z + 0.24);
  const open = polygon(wide, y, FRONT);
  const cloth = softCarve(body - 0.022, softCommon(open, behind, 0.02), 0.012);
  // The lapel rolls up towards its inner edge.
  const roll = 0.01 * Math.exp(-16 * Math.max(0, open));
  let lapel = softCommon(body - 0.035 - 0.3 * roll, polygon(wide, y, LAPEL), 0.018);
  lapel = softCommon(softCommon(lapel, behind - 0.12, 0.03), -open, 0.03);
  const collar = softCommon(body - 0.038 - roll, polygon(wide, y, COAT_COLLAR), 0.018);
  // The joins are filled: a sharp step would be a black trench in light from the far side.
  let d = softUnion(cloth, lapel, 0.02);
  d = softUnion(d, softCommon(collar, behind - 0.12, 0.03), 0.014);
  const placket = 0.005 * (1 - smoothStep(0.022, 0.034, Math.abs(x)));
  d = softUnion(d, body - 0.019 - placket, 0.014);
  return softUnion(d, shirtCollarAt, 0.004);
}

/** A shirt buttoned up to its collar. */
export function shirt(x: number, y: number, z: number, body: number): number {
  const collar = shirtCollar(x, y, z, 0.205, 0.16, 0.5);
  if (body > 0.16) return Math.min(body - 0.03, collar);
  const placket = 0.006 * (1 - smoothStep(0.03, 0.037, Math.abs(x)));
  return softUnion(body - 0.012 - placket, collar, 0.004);
}

/** A top with a round neck and a rolled rim. `skin` is the distance from the body that shows in it. */
export function roundNeckTop(x: number, y: number, z: number, body: number, skin: number): number {
  const hole = ellipsoid(x, y + 0.715, z + 0.06, 0.24, 0.29, 0.265);
  const cloth = softCarve(body - 0.03, hole, 0.012);
  const rim = Math.sqrt((body - 0.026) ** 2 + (hole - 0.014) ** 2) - 0.019;
  return softUnion(skin, softUnion(cloth, rim, 0.008), 0.006);
}

/**
 * A turned-down collar on its stand: the shell of a cone round the neck.
 * @param radius of the stand @param points how far its points reach down @param open how fast they part
 */
function shirtCollar(x: number, y: number, z: number, radius: number, points: number, open: number): number {
  const cz = z + 0.145;
  const top = -0.6 - 0.47 * (z + 0.33);
  const v = top - y;
  const fromAxis = Math.sqrt(x * x + cz * cz);
  if (v < -0.15 || v > 0.3 || fromAxis > 0.5) return Math.max(0.12, fromAxis - 0.36);
  const ax = Math.abs(x);
  let leaf = Math.abs(fromAxis - (radius + 0.012 + 0.34 * clamp(v, -0.03, 0.3))) - 0.011;
  const height = 0.075 + (points - 0.075) * bell(Math.atan2(ax, cz) - 0.42, 0.34);
  leaf = softCommon(softCommon(leaf, -v, 0.014), v - height, 0.014);
  if (z > -0.1) leaf = softCommon(leaf, 0.006 + open * Math.max(0, v) - ax, 0.012);
  const wall = Math.abs(fromAxis - radius) - 0.008;
  let stand = softCommon(softCommon(wall, -v - 0.004, 0.01), v - 0.22, 0.01);
  if (z > -0.1) stand += 0.006 * bell(x, 0.006);
  return Math.min(leaf, stand) * 0.85;
}
