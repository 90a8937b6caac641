import { CHEEKS, CHIN, OVAL, type Point } from '../photo/landmarks.js';
import { blur, boxMean } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { median, ramp, smoothstep } from '../raster/numbers.js';
import { resample, type Region } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';

/** Worked out at a quarter of the size; only the last step looks at each pixel. */
const SMALLER = 4;
/** How far from the jaw's line glare is looked for, in faces. */
const BAND = 0.12;
/** Around the chin nothing is touched, in faces: what is pale there is a beard. */
const CHIN_FREE = 0.14;
/** Up to this width, in faces, a bright strip beside skin is glare. */
const WIDEST = 0.12;
/** Smallest glare in faces squared: less is an earring. */
const LEAST = 0.003;
/** Glare comes from behind: by so much the photo's background is brighter there than the skin, in display values. */
const BACKLIT = 1.25;
/** Of the glare's brightness this much stays: a jaw lit from behind, not one that was painted over. */
const KEPT = 0.12;

/** A photo's person before and after its colours were set right, as planes of the same size. */
export interface GlaringPerson {
  /** The photo as it was, background included. */
  photo: Planes;
  alpha: Float32Array;
  width: number;
  height: number;
  points: readonly Point[];
  faceHeight: number;
}

/**
 * Light from a window behind the person burns bright, often bluish crescents into the jaw; on another background they are light
 * from nowhere. What lies along the jaw, between skin and skin or at the edge, brighter and paler than it, is brought down to the
 * skin around. Changes the colours in place; those of a face without glare stay as they are. Returns its size in faces squared.
 */
export function tameGlare(colours: Planes, person: GlaringPerson): number {
  const { width, height, points, faceHeight } = person;
  const area = jawRegion(points, width, height, faceHeight * 0.3);
  const [w, h] = [Math.floor(area.width / SMALLER), Math.floor(area.height / SMALLER)];
  if (w < 8 || h < 8 || !litFromBehind(person, area)) return 0;
  const unit = faceHeight / SMALLER;
  const small = colours.map((plane) => resample(plane, width, height, w, h, area)) as unknown as Planes;
  const alpha = resample(person.alpha, width, height, w, h, area);
  const skin = skinOf(colours, width, points);
  const near = bandAlong(points.map(([x, y]) => [((x - area.x) * w) / area.width, ((y - area.y) * h) / area.height] as const), w, h, unit);
  const isSkin = take(w * h);
  const glare = take(w * h);
  const around = take(w * h);
  for (let i = 0; i < w * h; i++) {
    const [red, luma] = colourAt(small, i);
    const pale = skin.red - red;
    const inside = alpha[i] > 0.5;
    isSkin[i] = inside && pale < 0.05 && pale > -0.16 && luma > 0.2 * skin.luma && luma < 1.25 * skin.luma ? 1 : 0;
    around[i] = inside ? isSkin[i] : 1;
    glare[i] = inside && isSkin[i] === 0 && luma > 0.95 * skin.luma && pale > 0.02 ? 1 : 0;
  }
  const radius = Math.round((unit * WIDEST) / 2);
  const closed = shrink(grow(around, w, h, radius), w, h, radius);
  // A collar, white hair or a full beard is bright as well, and broad.
  const broad = grow(shrink(glare, w, h, radius), w, h, radius + 1);
  for (let i = 0; i < w * h; i++) glare[i] *= closed[i] * near[i] * (1 - broad[i]);
  keepParts(glare, w, h, LEAST * unit * unit);
  const found = glare.reduce((sum, v) => sum + v, 0);
  if (found > 0) paintOver(colours, width, area, { small, isSkin, glare, w, h, unit });
  give(...small, alpha, isSkin, glare, around, closed, broad, near);
  return found / (unit * unit);
}

/** Whether the photo's own background beside the jaw is brighter than the face. */
function litFromBehind({ photo, alpha, width, points }: GlaringPerson, area: Region): boolean {
  const skin = skinOf(photo, width, points).luma;
  let [bright, all] = [0, 0];
  for (let y = area.y; y < area.y + area.height; y += SMALLER) {
    for (let x = area.x; x < area.x + area.width; x += SMALLER) {
      const i = y * width + x;
      if (alpha[i] > 0.05) continue;
      all++;
      if (colourAt(photo, i)[1] > BACKLIT * skin) bright++;
    }
  }
  return bright > 0.25 * all;
}

/** Fills glare with the skin around it. */
function paintOver(planes: Planes, width: number, area: Region, map: { small: Planes; isSkin: Float32Array; glare: Float32Array; w: number; h: number; unit: number }): void {
  const { small, isSkin, glare, w, h, unit } = map;
  const weight = take(w * h);
  const reach = boxMean(glare, w, h, 2);
  for (let i = 0; i < w * h; i++) weight[i] = isSkin[i] * (reach[i] > 0.01 ? 0 : 1) + 1e-5;
  const sigma = unit * 0.06;
  const total = blur(weight, w, h, sigma);
  const fills = small.map((plane) => {
    const product = take(w * h);
    for (let i = 0; i < w * h; i++) product[i] = plane[i] * weight[i];
    const soft = blur(product, w, h, sigma);
    for (let i = 0; i < w * h; i++) soft[i] /= total[i];
    give(product);
    const large = resample(soft, w, h, area.width, area.height);
    give(soft);
    return large;
  });
  for (let i = 0; i < w * h; i++) reach[i] = ramp(0.02, 0.15, reach[i]);
  const softReach = blur(reach, w, h, 1);
  const within = resample(softReach, w, h, area.width, area.height);
  for (let y = 0; y < area.height; y++) {
    for (let x = 0; x < area.width; x++) {
      const j = y * area.width + x;
      if (within[j] < 0.01) continue;
      const i = (y + area.y) * width + x + area.x;
      const fill = 0.3 * fills[0][j] + 0.59 * fills[1][j] + 0.11 * fills[2][j];
      const luma = 0.3 * planes[0][i] + 0.59 * planes[1][i] + 0.11 * planes[2][i];
      const pale = fills[0][j] / (fills[0][j] + fills[1][j] + fills[2][j] + 0.03) - colourAt(planes, i)[0];
      const share = Math.max(smoothstep(1.04, 1.25, luma / fill), smoothstep(0.015, 0.06, pale)) * within[j];
      const lit = 1 + KEPT * Math.min(2, luma / fill - 1);
      for (let c = 0; c < 3; c++) planes[c][i] += (Math.min(1, fills[c][j] * lit) - planes[c][i]) * share;
    }
  }
  give(weight, reach, total, softReach, within, ...fills);
}

/** The lower half of the face's oval, ear to ear. */
const JAW = OVAL.slice(9, 28);

function jawRegion(points: readonly Point[], width: number, height: number, margin: number): Region {
  const xs = JAW.map((i) => points[i][0]);
  const ys = JAW.map((i) => points[i][1]);
  const x = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const y = Math.max(0, Math.floor(Math.min(...ys) - margin));
  return { x, y, width: Math.min(width, Math.ceil(Math.max(...xs) + margin)) - x, height: Math.min(height, Math.ceil(Math.max(points[CHIN][1], ...ys) + margin)) - y };
}

function colourAt(planes: Planes, i: number): [red: number, luma: number] {
  const [r, g, b] = [planes[0][i], planes[1][i], planes[2][i]];
  return [r / (r + g + b + 0.03), 0.3 * r + 0.59 * g + 0.11 * b];
}

interface Skin {
  /** Share of red in the colour. */
  red: number;
  luma: number;
}

/** Median colour of the cheeks between eyes and mouth. */
function skinOf(planes: Planes, width: number, points: readonly Point[]): Skin {
  const found = CHEEKS.map((index) => colourAt(planes, Math.round(points[index][1]) * width + Math.round(points[index][0])));
  return { red: median(found.map(([red]) => red)), luma: median(found.map(([, luma]) => luma)) };
}

/** 1 near the sides of the jaw, in pixels of a map with faces `unit` pixels high. */
function bandAlong(points: readonly Point[], width: number, height: number, unit: number): Float32Array {
  const band = takeZeros(width * height);
  const reach = unit * BAND;
  const [chinX, chinY] = points[CHIN];
  for (const [k, index] of JAW.slice(1).entries()) {
    const [a, b] = [points[JAW[k]], points[index]];
    const length = Math.max(1e-6, (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
    for (let y = Math.max(0, Math.floor(Math.min(a[1], b[1]) - reach)); y < Math.min(height, Math.max(a[1], b[1]) + reach); y++) {
      for (let x = Math.max(0, Math.floor(Math.min(a[0], b[0]) - reach)); x < Math.min(width, Math.max(a[0], b[0]) + reach); x++) {
        const t = Math.min(1, Math.max(0, ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length));
        if (Math.hypot(x - a[0] - t * (b[0] - a[0]), y - a[1] - t * (b[1] - a[1])) < reach && Math.hypot(x - chinX, y - chinY) > unit * CHIN_FREE) band[y * width + x] = 1;
      }
    }
  }
  return band;
}

/** Every pixel with one of the mask within a square of this radius. */
function grow(mask: Float32Array, width: number, height: number, radius: number): Float32Array {
  const mean = boxMean(mask, width, height, radius);
  for (let i = 0; i < mean.length; i++) mean[i] = mean[i] > 1e-5 ? 1 : 0;
  return mean;
}

/** Every pixel with nothing but the mask within a square of this radius. */
function shrink(mask: Float32Array, width: number, height: number, radius: number): Float32Array {
  const mean = boxMean(mask, width, height, radius);
  for (let i = 0; i < mean.length; i++) mean[i] = mean[i] > 1 - 1e-5 ? 1 : 0;
  return mean;
}

/** Empties connected parts of fewer than `least` pixels. */
function keepParts(mask: Float32Array, width: number, height: number, least: number): void {
  const seen = new Uint8Array(mask.length);
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0 || seen[start] === 1) continue;
    const part = [start];
    seen[start] = 1;
    for (const i of part) {
      const x = i % width;
      for (const next of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (next < 0 || next >= width * height || mask[next] === 0 || seen[next] === 1) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    if (part.length < least) for (const i of part) mask[i] = 0;
  }
}
