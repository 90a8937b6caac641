import { blur } from '../raster/blur.js';
import { connectedComponents } from '../raster/components.js';
import type { Planes } from '../raster/guided-filter.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { lumaAt } from '../photo/face-skin.js';

/** A cutout's pixels. Planes at full resolution, sRGB 0..1. */
interface Clothes {
  rgb: Planes;
  alpha: Float32Array;
  width: number;
  height: number;
  /** Forehead to chin in pixels, and the row of the eyes. */
  faceHeight: number;
  eyeLine: number;
}

/** A rectangle in the cutout's pixels. */
export type Box = [left: number, top: number, right: number, bottom: number];

/** How far below the eyes pins may be, in faces: collars lie above. */
const BELOW_EYES = 0.9;
/** Worked out at a quarter of the size. */
const SMALLER = 4;
/** How thick and how long pins and name tags are, in faces, and how much of their box they fill; the dots of a tie are shorter. */
const THICK = 0.025;
const [SHORTEST, LONGEST] = [0.07, 0.22];
const FILLED = 0.4;
/** Difference in brightness or tint from the cloth around, 0..1, and how wide that is looked at, in faces. */
const CONTRAST = 0.14;
const AROUND = 0.06;
/** Share of the frame around a pin that may differ from its cloth, too: seams, not the pattern of a tie. */
const UNQUIET = 0.12;

/** Small things that stand out from the plain cloth around them: pins, badges, name tags. A frame should show them whole or not at all. */
export function findPins({ rgb, alpha, width, height, faceHeight, eyeLine }: Clothes): Box[] {
  const top = Math.round(eyeLine + BELOW_EYES * faceHeight);
  const [w, h] = [Math.floor(width / SMALLER), Math.floor((height - top) / SMALLER)];
  if (h < 8) return [];
  const unit = faceHeight / SMALLER;
  const area = { x: 0, y: top, width, height: height - top };
  const small = rgb.map((plane) => resample(plane, width, height, w, h, area)) as unknown as Planes;
  const body = resample(alpha, width, height, w, h, area);
  const soft = small.map((plane) => blur(plane, w, h, AROUND * unit)) as unknown as Planes;
  const differs = take(w * h);
  for (let i = 0; i < w * h; i++) {
    const tint = Math.max(
      ...small.map((plane, c) => Math.abs(plane[i]! - lumaAt(small, i) - soft[c]![i]! + lumaAt(soft, i))),
    );
    differs[i] = Math.max(tint, Math.abs(lumaAt(small, i) - lumaAt(soft, i))) > CONTRAST ? 1 : 0;
  }
  const found: Box[] = [];
  for (const part of connectedComponents(differs, w)) {
    const box = boxOf(part, w);
    const [across, down] = [box[2] - box[0] + 1, box[3] - box[1] + 1];
    const [thick, long] = [Math.min(across, down) / unit, Math.max(across, down) / unit];
    if (thick < THICK || long < SHORTEST || long > LONGEST || part.length < FILLED * across * down) continue;
    if (isOnPlainCloth(box, differs, body, w, h, Math.round(AROUND * unit)))
      found.push([box[0] * SMALLER, top + box[1] * SMALLER, (box[2] + 1) * SMALLER, top + (box[3] + 1) * SMALLER]);
  }
  give(...small, body, ...soft, differs);
  return found;
}

function boxOf(part: readonly number[], width: number): Box {
  const box: Box = [Infinity, Infinity, 0, 0];
  for (const i of part) {
    const [x, y] = [i % width, Math.floor(i / width)];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

function isOnPlainCloth(
  [left, top, right, bottom]: Box,
  differs: Float32Array,
  body: Float32Array,
  width: number,
  height: number,
  reach: number,
): boolean {
  let [unquiet, all] = [0, 0];
  for (let y = top - reach; y <= bottom + reach; y++) {
    for (let x = left - reach; x <= right + reach; x++) {
      if (x < 0 || y < 0 || x >= width || y >= height || (x >= left && x <= right && y >= top && y <= bottom)) continue;
      const i = y * width + x;
      if (body[i]! < 0.9) return false;
      unquiet += differs[i]!;
      all++;
    }
  }
  return unquiet < UNQUIET * all;
}
