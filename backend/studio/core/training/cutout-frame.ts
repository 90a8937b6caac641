import { elementOf } from '../element-of.js';
import type { Rgb } from '../raster/rgb.js';
import type { Face } from '../photo/face.js';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from '../photo/landmarks.js';
import { clamp } from '../raster/numbers.js';
import { take } from '../raster/scratch.js';
import type { Planes } from '../raster/guided-filter.js';

/** Height of the prepared cutout in face heights: wide enough for every framing a portrait may use. */
export const CUTOUT_FACES_HIGH = 3.45;
/** Width by height of cutouts and portraits. */
export const ASPECT = 0.8;
/** Where the eyes lie in the cutout, as a share of its height. */
export const CUTOUT_EYE_LINE = 0.41;

/** The part of a photo that becomes a cutout: eyes nearly level, at a known place and size. */
export interface CutoutFrame {
  width: number;
  height: number;
  /** Forehead to chin in cutout pixels. */
  faceHeight: number;
  /** Centre between the eyes in the photo. */
  eyeX: number;
  eyeY: number;
  /** Photo pixels per cutout pixel. */
  scale: number;
  /** Rotation in radians that levels the eyes, see `levelling`. */
  angle: number;
}

/** A cutout's pixels: sRGB planes 0..1, and where the photo has pixels at all (1 or 0). */
export interface CutoutPixels {
  frame: CutoutFrame;
  rgb: Planes;
  valid: Float32Array;
}

/** @param faceHeight wanted size of the face in the cutout; small sources are enlarged at most to it. */
export function frameFor(face: Face, faceHeight: number): CutoutFrame {
  const size = clamp(face.height, faceHeight * 0.8, faceHeight);
  const height = Math.round((size * CUTOUT_FACES_HIGH) / 8) * 8;
  const width = Math.round((height * ASPECT) / 8) * 8;
  const a = elementOf(face.mesh, LEFT_EYE_OUTER);
  const b = elementOf(face.mesh, RIGHT_EYE_OUTER);
  return {
    width,
    height,
    faceHeight: size,
    eyeX: (a[0] + b[0]) / 2,
    eyeY: (a[1] + b[1]) / 2,
    scale: face.height / size,
    angle: levelling(face.roll),
  };
}

/** A slight tilt is a camera or a head held askew, and is taken out whole. In radians, 5°. */
const SLIGHT_TILT = (5 * Math.PI) / 180;
/** A larger one is a pose: this share of it is taken out, and at most so much. */
const POSE_SHARE = 0.7;
const MOST_LEVELLING = 0.24;

/** How far a photo is turned to level the eyes. @param roll tilt of the head in radians */
function levelling(roll: number): number {
  const tilt = Math.abs(roll);
  const turn = tilt <= SLIGHT_TILT ? tilt : clamp(POSE_SHARE * tilt, SLIGHT_TILT, MOST_LEVELLING);
  return Math.sign(roll) * turn;
}

/** A photo's point in the cutout. */
export function toCutout(frame: CutoutFrame, x: number, y: number): [number, number] {
  const dx = (x - frame.eyeX) / frame.scale;
  const dy = (y - frame.eyeY) / frame.scale;
  const cos = Math.cos(frame.angle);
  const sin = Math.sin(frame.angle);
  return [cos * dx + sin * dy + frame.width / 2, -sin * dx + cos * dy + frame.height * CUTOUT_EYE_LINE];
}

/** A cutout's point in the photo. */
export function toPhoto(frame: CutoutFrame, u: number, v: number): [number, number] {
  const du = (u - frame.width / 2) * frame.scale;
  const dv = (v - frame.height * CUTOUT_EYE_LINE) * frame.scale;
  const cos = Math.cos(frame.angle);
  const sin = Math.sin(frame.angle);
  return [frame.eyeX + cos * du - sin * dv, frame.eyeY + sin * du + cos * dv];
}

/** The face's points in the cutout, depth in the same unit; those of the irises are left out. */
export const meshInCutout = (face: Face, frame: CutoutFrame): [x: number, y: number, z: number][] =>
  face.mesh.slice(0, 468).map(([x, y, z]) => [...toCutout(frame, x, y), z / frame.scale]);

/**
 * @param scaled the width of `source` by that of the photo the frame was laid over, 1 or less
 * @param where places that are looked at; elsewhere there is nothing to be read. All without it
 */
export function sampleFrame(source: Rgb, scaled: number, frame: CutoutFrame, where?: Float32Array): CutoutPixels {
  const { width, height } = frame;
  const planes = [take(width * height), take(width * height), take(width * height)] as const;
  const valid = take(width * height);
  const step = frame.scale * scaled;
  const cos = Math.cos(frame.angle) * step;
  const sin = Math.sin(frame.angle) * step;
  const cx = frame.eyeX * scaled;
  const cy = frame.eyeY * scaled;
  const sample = bicubic(source, planes);
  for (let v = 0; v < height; v++) {
    const dv = v - height * CUTOUT_EYE_LINE;
    for (let u = 0; u < width; u++) {
      const du = u - width / 2;
      const x = cx + cos * du - sin * dv;
      const y = cy + sin * du + cos * dv;
      const i = v * width + u;
      valid[i] = x >= 0 && y >= 0 && x <= source.width - 1 && y <= source.height - 1 ? 1 : 0;
      if (!where || where[i]! > 0) sample(x, y, i);
    }
  }
  return { frame, rgb: planes, valid };
}

/** Catmull–Rom interpolation; edges repeat. @returns what puts the colour at a place of the source into pixel `i` of the planes */
function bicubic({ data, width, height }: Rgb, [red, green, blue]: Planes): (x: number, y: number, i: number) => void {
  const wx = new Float64Array(4);
  const wy = new Float64Array(4);
  const columns = new Int32Array(4);
  return (x, y, i) => {
    const x0 = Math.floor(x);
    const y0 = Math.floor(y);
    catmullRom(x - x0, wx);
    catmullRom(y - y0, wy);
    for (let k = 0; k < 4; k++) columns[k] = Math.min(width - 1, Math.max(0, x0 + k - 1)) * 3;
    let r = 0;
    let g = 0;
    let b = 0;
    for (let j = 0; j < 4; j++) {
      const row = Math.min(height - 1, Math.max(0, y0 + j - 1)) * width * 3;
      const down = wy[j]!;
      for (let k = 0; k < 4; k++) {
        const w = wx[k]! * down;
        const at = row + columns[k]!;
        r += data[at]! * w;
        g += data[at + 1]! * w;
        b += data[at + 2]! * w;
      }
    }
    red[i] = Math.min(1, Math.max(0, r / 255));
    green[i] = Math.min(1, Math.max(0, g / 255));
    blue[i] = Math.min(1, Math.max(0, b / 255));
  };
}

function catmullRom(t: number, w: Float64Array): void {
  const t2 = t * t;
  const t3 = t2 * t;
  w[0] = -0.5 * t3 + t2 - 0.5 * t;
  w[1] = 1.5 * t3 - 2.5 * t2 + 1;
  w[2] = -1.5 * t3 + 2 * t2 + 0.5 * t;
  w[3] = 0.5 * t3 - 0.5 * t2;
}
