import { elementOf } from '../element-of.js';
import type { Face } from '../photo/face.js';
import { faceRegion, lumaAt, placesIn, skinOf, UNIT_FACE_HEIGHT } from '../photo/face-skin.js';
import { LEFT_BROW, LEFT_EYE, RIGHT_BROW, RIGHT_EYE, type Point } from '../photo/landmarks.js';
import { blur } from '../raster/blur.js';
import { CHANNELS } from '../raster/channels.js';
import type { Planes } from '../raster/guided-filter.js';
import { medianLab, type Lab } from '../raster/lab.js';
import { fillPolygon, scalePolygon } from '../raster/polygon.js';
import type { Region } from '../raster/resample.js';
import type { Rgb } from '../raster/rgb.js';
import { give, take, takeZeros } from '../raster/scratch.js';

/** Share of the fine contrast of eyes and brows that is left at least, and how far the skin's median colour may move, in CIELAB. */
const LEAST_DETAIL = 0.95;
const MOST_COLOUR_CHANGE = 0.5;
const MOST_LIGHTNESS_CHANGE = 0.3;

/** What cleaning did to the person. */
export interface Cleaning {
  /** Share of the fine contrast of eyes and brows that is left. */
  detail: number;
  /** Change of the skin's median, in CIELAB: of a and b, and of lightness. */
  colour: number;
  lightness: number;
}

/** Whether somebody looks as before. */
export const isHarmless = ({ detail, colour, lightness }: Cleaning): boolean =>
  detail >= LEAST_DETAIL && colour <= MOST_COLOUR_CHANGE && lightness <= MOST_LIGHTNESS_CHANGE;

/** Compares the person's face in a photo before and after it was cleaned. */
export function compareCleaned(before: Rgb, after: Rgb, face: Face): Cleaning {
  const whole = face.mesh.map(([x, y]): Point => [x, y]);
  const region = faceRegion(whole, before.width, before.height, face.height);
  const points = whole.map(([x, y]): Point => [x - region.x, y - region.y]);
  const [old, now] = [planesOf(before, region), planesOf(after, region)];
  const { width, height } = region;
  const skin = skinOf(old, width, height, points, face.height / UNIT_FACE_HEIGHT);
  const places = placesIn(skin.alike);
  const [from, to] = [old, now].map((planes) => medianLab(at(planes, places))) as [Lab, Lab];
  const details = [old, now].map((planes) => detailOf(planes, width, height, points, face.height)) as [number, number];
  give(...old, ...now, skin.bare, skin.alike);
  return {
    detail: details[1] / Math.max(1e-9, details[0]),
    colour: Math.hypot(to[1] - from[1], to[2] - from[2]),
    lightness: Math.abs(to[0] - from[0]),
  };
}

const at = (planes: Planes, places: readonly number[]): Planes =>
  planes.map((plane) => Float32Array.from(places, (i) => plane[i]!)) as unknown as Planes;

function planesOf({ data, width: across }: Rgb, { x, y, width, height }: Region): Planes {
  const planes = [take(width * height), take(width * height), take(width * height)] as const;
  for (let i = 0; i < width * height; i++) {
    const from = ((Math.floor(i / width) + y) * across + (i % width) + x) * 3;
    for (const c of CHANNELS) planes[c][i] = data[from + c]! / 255;
  }
  return planes;
}

/** Energy of what is finer than a lash is long, on eyes and brows. */
function detailOf(planes: Planes, width: number, height: number, points: readonly Point[], faceHeight: number): number {
  const luma = take(width * height);
  for (let i = 0; i < luma.length; i++) luma[i] = lumaAt(planes, i);
  const mask = takeZeros(luma.length);
  for (const part of [LEFT_EYE, RIGHT_EYE, LEFT_BROW, RIGHT_BROW])
    fillPolygon(
      mask,
      width,
      height,
      scalePolygon(
        part.map((i) => elementOf(points, i)),
        1.3,
      ),
    );
  const soft = blur(luma, width, height, Math.max(1, faceHeight / 150));
  let sum = 0;
  for (let i = 0; i < luma.length; i++) if (mask[i]! > 0) sum += (luma[i]! - soft[i]!) ** 2;
  give(luma, mask, soft);
  return sum;
}
