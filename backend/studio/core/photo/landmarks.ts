import { elementOf } from '../element-of.js';

/** Indices into the face mesh. Left and right are as seen in the picture. */
export const OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;
export const LIPS = [
  61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185,
] as const;
export const INNER_LIPS = [
  78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
] as const;
export const LEFT_EYE = [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246] as const;
export const RIGHT_EYE = [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466] as const;
export const LEFT_BROW = [70, 63, 105, 66, 107, 55, 65, 52, 53, 46] as const;
export const RIGHT_BROW = [300, 293, 334, 296, 336, 285, 295, 282, 283, 276] as const;
/** The skin between an eye's lower lid and the cheekbone. */
export const UNDER_LEFT_EYE = [110, 24, 23, 22, 26, 112, 121, 120, 119, 118, 117] as const;
export const UNDER_RIGHT_EYE = [339, 254, 253, 252, 256, 341, 350, 349, 348, 347, 346] as const;
export const FOREHEAD = 10;
export const CHIN = 152;
export const BETWEEN_EYES = 168;
export const NOSE_TIP = 4;
/** The outline of the face beside the ears. */
const LEFT_EDGE = 234;
const RIGHT_EDGE = 454;
export const LEFT_EYE_OUTER = 33;
export const RIGHT_EYE_OUTER = 263;
/** Patches of skin on both cheeks and the forehead: seldom covered by hair, glasses or beard. */
export const SKIN_POINTS = [50, 101, 118, 205, 280, 330, 347, 425, 151, 9, 108, 337] as const;
export const CHEEKBONES = [50, 280] as const;
export const CHEEKS = [50, 101, 205, 280, 330, 425] as const;

export type Point = readonly [x: number, y: number];
export type Mesh = readonly (readonly [x: number, y: number, z: number])[];

/** The named points of a mesh, without depth. */
export const pointsOf = (mesh: Mesh, indices: readonly number[]): Point[] =>
  indices.map((i) => {
    const [x, y] = elementOf(mesh, i);
    return [x, y];
  });

/** Distance of two mesh points in the picture plane. */
export function distance(mesh: Mesh, a: number, b: number): number {
  const [[ax, ay], [bx, by]] = [elementOf(mesh, a), elementOf(mesh, b)];
  return Math.hypot(ax - bx, ay - by);
}

/** Forehead to chin in pixels: the unit all framing is measured in. */
export const faceHeightOf = (mesh: Mesh): number => distance(mesh, FOREHEAD, CHIN);

/** Tilt of the line through the outer eye corners in radians; positive turns clockwise in the picture. */
export function rollOf(mesh: Mesh): number {
  const [[leftX, leftY], [rightX, rightY]] = [elementOf(mesh, LEFT_EYE_OUTER), elementOf(mesh, RIGHT_EYE_OUTER)];
  return Math.atan2(rightY - leftY, rightX - leftX);
}

/** How far the nose is from the outline of the face, in face heights; below 0 beyond it: seen from the side, the other half is guessed. */
export function noseInside(mesh: Mesh): number {
  const roll = rollOf(mesh);
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
  const [left, nose, right] = [LEFT_EDGE, NOSE_TIP, RIGHT_EDGE].map((i) => {
    const [x, y] = elementOf(mesh, i);
    return cos * x + sin * y;
  }) as [number, number, number];
  return Math.min(nose - left, right - nose) / faceHeightOf(mesh);
}

/** Opening of each eye (height by width): about .3 open, under .15 closed. Left and right as seen in the picture. */
export function eyeOpenings(mesh: Mesh): [left: number, right: number] {
  type Pair = readonly [number, number];
  const one = (top: Pair, bottom: Pair, a: number, b: number): number =>
    (distance(mesh, top[0], bottom[0]) + distance(mesh, top[1], bottom[1])) / (2 * distance(mesh, a, b));
  return [one([160, 158], [144, 153], 33, 133), one([385, 387], [380, 373], 362, 263)];
}

/** Mean opening of both eyes. */
export function eyeOpening(mesh: Mesh): number {
  const [left, right] = eyeOpenings(mesh);
  return (left + right) / 2;
}

/** Mouth opening by mouth width: 0 closed, above .3 wide open. */
export const mouthOpening = (mesh: Mesh): number => distance(mesh, 13, 14) / distance(mesh, 61, 291);
