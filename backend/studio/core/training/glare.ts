import { elementOf } from '../element-of.js';
import { CHANNELS } from '../raster/channels.js';
import { CHEEKBONES, CHEEKS, CHIN, OVAL, type Point } from '../photo/landmarks.js';
import { blur, boxMean } from '../raster/blur.js';
import { removeSmallComponents } from '../raster/components.js';
import type { Planes } from '../raster/guided-filter.js';
import { closing, opening } from '../raster/morphology.js';
import { clamp, median, ramp } from '../raster/numbers.js';
import { resample, type Region } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';

/** Worked out at a quarter of the size; only the last step looks at each pixel. */
const SMALLER = 4;
/** How far from the jaw's line glare is looked for, in faces. */
const BAND = 0.12;
/** Around the chin, in faces, what is pale may be a beard: there only strips up to this width are glare. */
const CHIN_NEAR = 0.14;
const CHIN_WIDEST = 0.05;
/** Up to this width, in faces, a bright strip beside skin is glare. */
const WIDEST = 0.12;
/** Smallest glare in faces squared: less is an earring. */
const LEAST = 0.003;
/** Glare comes from behind: by so much the photo's background is brighter there than the skin, in display values. */
const BACKLIT = 1.25;
/** Of the glare's brightness this much stays: a jaw lit from behind, not one that was painted over. */
const KEPT = 0.05;
/** Width of the passage from mended to untouched skin, in faces. */
const FEATHER = 0.012;
/** Side of the patch of cheek whose grain is carried over, in faces. */
const PATCH = 0.16;
/** Strongest grain that is carried over: more is a mole or a hair. */
const GRAIN = 0.12;

/** What is skin and what is glare in the area around the jaw, at a quarter of the size; `unit` is the face's height there. */
interface GlareMap {
  small: Planes;
  isSkin: Float32Array;
  glare: Float32Array;
  w: number;
  h: number;
  unit: number;
  /** Column of the chin in the cutout. */
  middle: number;
  /** Left and right cheekbone in the cutout. */
  cheeks: readonly [left: Point, right: Point];
}

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
  if (w < 8 || h < 8 || !litFromBehind(person)) return 0;
  const unit = faceHeight / SMALLER;
  const small = colours.map((plane) => resample(plane, width, height, w, h, area)) as unknown as Planes;
  const alpha = resample(person.alpha, width, height, w, h, area);
  const skin = skinOf(colours, width, points);
  const spots = points.map(([x, y]) => [((x - area.x) * w) / area.width, ((y - area.y) * h) / area.height] as const);
  const near = bandAlong(spots, w, h, unit);
  const isSkin = take(w * h);
  const glare = take(w * h);
  const around = take(w * h);
  for (let i = 0; i < w * h; i++) {
    const [red, luma] = colourAt(small, i);
    const pale = skin.red - red;
    const inside = alpha[i]! > 0.5;
    isSkin[i] = inside && pale < 0.05 && pale > -0.16 && luma > 0.2 * skin.luma && luma < 1.25 * skin.luma ? 1 : 0;
    around[i] = inside ? isSkin[i]! : 1;
    glare[i] = inside && isSkin[i] === 0 && luma > 0.95 * skin.luma && pale > 0.02 ? 1 : 0;
  }
  const radius = Math.round((unit * WIDEST) / 2);
  const closed = closing(around, w, h, radius);
  // A collar, white hair or a full beard is bright as well, and broad.
  const broad = opening(glare, w, h, radius);
  const broadAtChin = opening(glare, w, h, Math.max(1, Math.round((unit * CHIN_WIDEST) / 2)));
  const [chinX, chinY] = elementOf(spots, CHIN);
  for (let i = 0; i < w * h; i++) {
    const atChin = Math.hypot((i % w) - chinX, Math.floor(i / w) - chinY) < unit * CHIN_NEAR;
    glare[i]! *= closed[i]! * near[i]! * (1 - (atChin ? broadAtChin : broad)[i]!);
  }
  removeSmallComponents(glare, w, LEAST * unit * unit);
  const found = glare.reduce((sum, v) => sum + v, 0);
  if (found > 0)
    paintOver(colours, width, area, {
      small,
      isSkin,
      glare,
      w,
      h,
      unit,
      middle: elementOf(points, CHIN)[0],
      cheeks: [elementOf(points, CHEEKBONES[0]), elementOf(points, CHEEKBONES[1])],
    });
  give(...small, alpha, isSkin, glare, around, closed, broad, broadAtChin, near);
  return found / (unit * unit);
}

/** Whether a good part of the photo's own background is brighter than the face. */
function litFromBehind({ photo, alpha, width, height, points }: GlaringPerson): boolean {
  const skin = skinOf(photo, width, points).luma;
  let [bright, all] = [0, 0];
  for (let y = 0; y < height; y += SMALLER) {
    for (let x = 0; x < width; x += SMALLER) {
      const i = y * width + x;
      if (alpha[i]! > 0.05) continue;
      all++;
      if (lumaAt(photo, i) > BACKLIT * skin) bright++;
    }
  }
  return bright > 0.25 * all;
}

/** Fills glare with the skin around it, and with the grain of the cheek beside it: smooth skin among skin with pores looks painted. */
function paintOver(planes: Planes, width: number, area: Region, map: GlareMap): void {
  const { small, glare, w, h, unit, middle, cheeks } = map;
  const reach = boxMean(glare, w, h, 2);
  const fills = skinAround(small, reach, area, map);
  for (let i = 0; i < w * h; i++) reach[i] = ramp(0.02, 0.15, reach[i]!);
  const softReach = blur(reach, w, h, unit * FEATHER);
  const within = resample(softReach, w, h, area.width, area.height);
  const [leftGrain, rightGrain] = [
    grainOf(planes, width, cheeks[0], unit * SMALLER),
    grainOf(planes, width, cheeks[1], unit * SMALLER),
  ];
  for (let y = 0; y < area.height; y++) {
    for (let x = 0; x < area.width; x++) {
      const j = y * area.width + x;
      if (within[j]! < 0.01) continue;
      const i = (y + area.y) * width + x + area.x;
      const fill = 0.3 * fills[0]![j]! + 0.59 * fills[1]![j]! + 0.11 * fills[2]![j]!;
      const lit =
        (x + area.x < middle ? leftGrain : rightGrain)(x, y) + KEPT * clamp(lumaAt(planes, i) / fill - 1, 0, 2);
      for (const c of CHANNELS) planes[c][i]! += (Math.min(1, fills[c]![j]! * lit) - planes[c][i]!) * within[j]!;
    }
  }
  give(reach, softReach, within, ...fills);
}

/** The colour of the skin near each pixel of the area, glare and its rim left out. */
function skinAround(
  small: Planes,
  reach: Float32Array,
  area: Region,
  { isSkin, w, h, unit }: GlareMap,
): Float32Array[] {
  const weight = take(w * h);
  for (let i = 0; i < w * h; i++) weight[i] = isSkin[i]! * (reach[i]! > 0.01 ? 0 : 1) + 1e-5;
  const sigma = unit * 0.06;
  const total = blur(weight, w, h, sigma);
  const fills = small.map((plane) => {
    const product = take(w * h);
    for (let i = 0; i < w * h; i++) product[i] = plane[i]! * weight[i]!;
    const soft = blur(product, w, h, sigma);
    for (let i = 0; i < w * h; i++) soft[i]! /= total[i]!;
    give(product);
    const large = resample(soft, w, h, area.width, area.height);
    give(soft);
    return large;
  });
  give(weight, total);
  return fills;
}

/** The grain of a patch of skin on a cheek, as factors on brightness; laid mirrored beside itself it has no seams. */
function grainOf(
  planes: Planes,
  width: number,
  [cheekX, cheekY]: Point,
  faceHeight: number,
): (x: number, y: number) => number {
  const side = Math.max(4, Math.round(faceHeight * PATCH));
  const [left, top] = [Math.max(0, Math.round(cheekX - side / 2)), Math.max(0, Math.round(cheekY - side / 2))];
  const luma = take(side * side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      luma[y * side + x] = lumaAt(planes, (y + top) * width + Math.min(width - 1, x + left));
  const smooth = blur(luma, side, side, faceHeight * 0.012);
  const factor = luma.map((value, i) => clamp(value / (smooth[i]! + 1e-3), 1 - GRAIN, 1 + GRAIN));
  give(luma, smooth);
  const mirrored = (at: number): number => (Math.floor(at / side) % 2 === 0 ? at % side : side - 1 - (at % side));
  return (x, y) => factor[mirrored(y) * side + mirrored(x)]!;
}

/** The lower part of the face's oval, from lobe to lobe: an ear full of light is still an ear. */
const JAW = OVAL.slice(11, 26);

function jawRegion(points: readonly Point[], width: number, height: number, margin: number): Region {
  const xs = JAW.map((i) => elementOf(points, i)[0]);
  const ys = JAW.map((i) => elementOf(points, i)[1]);
  const x = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const y = Math.max(0, Math.floor(Math.min(...ys) - margin));
  return {
    x,
    y,
    width: Math.min(width, Math.ceil(Math.max(...xs) + margin)) - x,
    height: Math.min(height, Math.ceil(Math.max(elementOf(points, CHIN)[1], ...ys) + margin)) - y,
  };
}

const lumaAt = (planes: Planes, i: number): number => 0.3 * planes[0][i]! + 0.59 * planes[1][i]! + 0.11 * planes[2][i]!;

function colourAt(planes: Planes, i: number): [red: number, luma: number] {
  return [planes[0][i]! / (planes[0][i]! + planes[1][i]! + planes[2][i]! + 0.03), lumaAt(planes, i)];
}

interface Skin {
  /** Share of red in the colour. */
  red: number;
  luma: number;
}

/** Median colour of the cheeks between eyes and mouth. */
function skinOf(planes: Planes, width: number, points: readonly Point[]): Skin {
  const found = CHEEKS.map((index) => {
    const [x, y] = elementOf(points, index);
    return colourAt(planes, Math.round(y) * width + Math.round(x));
  });
  return { red: median(found.map(([red]) => red)), luma: median(found.map(([, luma]) => luma)) };
}

/** 1 near the jaw, in pixels of a map with faces `unit` pixels high. */
function bandAlong(points: readonly Point[], width: number, height: number, unit: number): Float32Array {
  const band = takeZeros(width * height);
  const reach = unit * BAND;
  for (const [k, index] of JAW.slice(1).entries()) {
    const [a, b] = [elementOf(points, elementOf(JAW, k)), elementOf(points, index)];
    const length = Math.max(1e-6, (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
    for (
      let y = Math.max(0, Math.floor(Math.min(a[1], b[1]) - reach));
      y < Math.min(height, Math.max(a[1], b[1]) + reach);
      y++
    ) {
      for (
        let x = Math.max(0, Math.floor(Math.min(a[0], b[0]) - reach));
        x < Math.min(width, Math.max(a[0], b[0]) + reach);
        x++
      ) {
        const t = Math.min(1, Math.max(0, ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length));
        if (Math.hypot(x - a[0] - t * (b[0] - a[0]), y - a[1] - t * (b[1] - a[1])) < reach) band[y * width + x] = 1;
      }
    }
  }
  return band;
}
