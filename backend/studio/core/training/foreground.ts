import { CHANNELS } from '../raster/channels.js';
import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { lumaAt } from '../photo/face-skin.js';
import type { Matte } from './matte.js';

/**
 * Estimates the person's own colour in every pixel, so that nothing of the old background shines through hair and edges
 * (blur fusion, Forte 2021: a wide pass, then a near one). Returns new planes at full resolution; straight, not premultiplied.
 */
export function estimateForeground(
  rgb: Planes,
  { alpha, thin }: Matte,
  width: number,
  height: number,
  unit: number,
): Planes {
  const wide = fuse(rgb, rgb, rgb, alpha, width, height, 8, 6 * unit);
  const near = fuse(rgb, wide.foreground, wide.background, alpha, width, height, 2, 2 * unit);
  removeSpill(near, alpha, width, height, unit);
  takeShineOut(near, rgb, alpha, thin);
  give(...wide.foreground, ...wide.background, ...near.background);
  return near.foreground;
}

/** Least alpha at which what is left of a pixel without the wall is a colour and no noise. */
const SEEN = 0.25;

/** Before the old wall thin hair looks exactly as it did; so it has no paler bits before a bright scene than the photo has. */
function takeShineOut({ foreground, background }: Layers, rgb: Planes, alpha: Float32Array, thin: Float32Array): void {
  for (let i = 0; i < thin.length; i++) {
    if (thin[i]! < 0.02) continue;
    const a = Math.max(SEEN, alpha[i]!);
    const share = smoothstep(0.02, 0.15, thin[i]!);
    for (const c of CHANNELS) {
      const exact = clamp((rgb[c][i]! - (1 - a) * background[c][i]!) / a, 0, 1);
      foreground[c][i]! += (Math.min(exact, foreground[c][i]!) - foreground[c][i]!) * share;
    }
  }
}

/** Share of the old background's colour that is taken out of the outermost pixels. */
const SPILL = 0.85;
/** Deviation of the brightness farther in (0..1) up to which it is one material, and from which it is several: then nobody knows what the edge is made of. */
const ONE_MATERIAL = 0.07;
const SEVERAL = 0.14;

/** Share of a foreign tint that is taken away, and how colourful (0..1) a material may be to count as grey, and a wall must be to have bled. */
const BLEED = 0.9;
const [GREY, COLOURED] = [0.07, 0.14];
const [FAINT, STRONG] = [0.12, 0.25];

/**
 * Along the outline a photo's pixels hold some of the old background, however much of the person they are said to be: before a dark scene a
 * light wall would stand as a line around the head. What these pixels have of it beyond the person's colour a little farther in is taken away.
 * Photos are stored with their colours at half of the sharpness: a red flag bleeds farther into a dark sleeve than its brightness does.
 */
function removeSpill(layers: Layers, alpha: Float32Array, width: number, height: number, unit: number): void {
  const { foreground } = layers;
  const [hw, hh] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const half = resample(alpha, width, height, hw, hh);
  const soft = blur(half, hw, hh, 0.9 * unit);
  const wide = blur(half, hw, hh, 2.2 * unit);
  const { mean, trust: trusted, back, columns } = farIn(layers, soft, width, height, 1.3 * unit);
  const own: Colour = [0, 0, 0];
  const old: Colour = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      // All that is compared with is soft: the nearest place of the smaller planes will do.
      const at = (y >> 1) * hw + (x >> 1);
      const j = (y >> 2) * columns + (x >> 2);
      const trust = trusted[i]!;
      if (alpha[i]! < 0.02 || wide[at]! > 0.98 || trust === 0) continue;
      for (const c of CHANNELS) {
        own[c] = mean[c][j]!;
        old[c] = back[c][j]!;
      }
      takeOut(foreground, i, own, old, SPILL * trust * smoothstep(0.02, 0.2, 1 - soft[at]!));
      const grey = 1 - smoothstep(GREY, COLOURED, withoutBrightness(own));
      if (grey === 0) continue;
      const bled = smoothstep(FAINT, STRONG, withoutBrightness(old));
      takeOut(
        foreground,
        i,
        own,
        old,
        BLEED * trust * grey * bled * smoothstep(0.01, 0.1, 1 - wide[at]!),
        lumaAt(foreground, i),
      );
    }
  }
  give(half, soft, wide, trusted, ...mean, ...back);
}

type Colour = [number, number, number];

const luma = (colour: Colour): number => 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2];

/** Makes a colour its difference from grey. @returns how far it is from grey */
function withoutBrightness(colour: Colour): number {
  const grey = luma(colour);
  for (const c of CHANNELS) colour[c] -= grey;
  return Math.hypot(colour[0], colour[1], colour[2]);
}

/** Takes away a share of what a pixel has of the old colour beyond its own. Given a brightness, the colours are differences from grey. */
function takeOut(planes: Planes, i: number, own: Colour, old: Colour, share: number, brightness = 0): void {
  if (share === 0) return;
  let [along, length] = [0, 1e-3];
  for (const c of CHANNELS) {
    const step = old[c] - own[c];
    along += (planes[c][i]! - brightness - own[c]) * step;
    length += step * step;
  }
  const taken = share * clamp(along / length, 0, 1);
  for (const c of CHANNELS) planes[c][i] = clamp(planes[c][i]! - taken * (old[c] - own[c]), 0, 1);
}

/** What is known around each place, at a quarter of the size, in rows of `columns`. */
interface Around {
  /** The person's colour away from the outline. */
  mean: Planes;
  /** How far it can be relied on, 0..1, at full size: its steps would show. */
  trust: Float32Array;
  /** The old background's colour. */
  back: Planes;
  columns: number;
}

/** @param soft the person's alpha at half of the size, blurred over the outline */
function farIn(
  { foreground, background }: Layers,
  soft: Float32Array,
  width: number,
  height: number,
  sigma: number,
): Around {
  const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const small = (plane: Float32Array): Float32Array => resample(plane, width, height, columns, rows);
  const inner = resample(soft, Math.ceil(width / 2), Math.ceil(height / 2), columns, rows);
  for (let i = 0; i < inner.length; i++) inner[i] = smoothstep(0.9, 0.99, inner[i]!);
  const known = blur(inner, columns, rows, sigma);
  const meanOf = (plane: Float32Array): Float32Array => {
    for (let i = 0; i < plane.length; i++) plane[i]! *= inner[i]!;
    const mean = blur(plane, columns, rows, sigma);
    for (let i = 0; i < mean.length; i++) mean[i]! /= known[i]! + 1e-4;
    return mean;
  };
  const front = foreground.map(small) as unknown as Planes;
  const squares = Float32Array.from(front[0], (_, i) => lumaAt(front, i) ** 2);
  const deviation = meanOf(squares);
  const mean = front.map(meanOf) as unknown as Planes;
  for (let i = 0; i < deviation.length; i++)
    deviation[i] = Math.sqrt(Math.max(0, deviation[i]! - lumaAt(mean, i) ** 2));
  for (let i = 0; i < known.length; i++)
    known[i] = smoothstep(0.02, 0.1, known[i]!) * (1 - smoothstep(ONE_MATERIAL, SEVERAL, deviation[i]!));
  // Where trust begins between two places, both colours must be known.
  const least = leastAround(known, columns, rows);
  const trust = resample(least, columns, rows, width, height);
  give(inner, squares, deviation, known, least, ...front);
  return { mean, trust, back: background.map(small) as unknown as Planes, columns };
}

/** The least value of each place and its eight neighbours. A scratch buffer. */
function leastAround(plane: Float32Array, width: number, height: number): Float32Array {
  const out = take(plane.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let least = Infinity;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++)
          least = Math.min(least, plane[v * width + u]!);
      out[y * width + x] = least;
    }
  }
  return out;
}

interface Layers {
  foreground: Planes;
  background: Planes;
}

function fuse(
  rgb: Planes,
  front: Planes,
  back: Planes,
  alpha: Float32Array,
  width: number,
  height: number,
  factor: number,
  sigma: number,
): Layers {
  const sw = Math.ceil(width / factor);
  const sh = Math.ceil(height / factor);
  const small = (plane: Float32Array): Float32Array => resample(plane, width, height, sw, sh);
  const enlarge = (plane: Float32Array): Float32Array => resample(plane, sw, sh, width, height);
  const blurred = (plane: Float32Array): Float32Array => {
    const reduced = small(plane);
    const soft = blur(reduced, sw, sh, sigma);
    give(reduced);
    return soft;
  };
  const weight = blurred(alpha);
  const product = take(width * height);
  const layers = CHANNELS.map((c) => {
    const [own, near, far] = [rgb[c], front[c], back[c]];
    for (let i = 0; i < product.length; i++) product[i] = near[i]! * alpha[i]!;
    const f = blurred(product);
    for (let i = 0; i < product.length; i++) product[i] = far[i]! * (1 - alpha[i]!);
    const b = blurred(product);
    for (let i = 0; i < f.length; i++) {
      f[i]! /= Math.max(0, weight[i]!) + 1e-5;
      b[i]! /= Math.max(0, 1 - weight[i]!) + 1e-5;
    }
    const foreground = enlarge(f);
    const background = enlarge(b);
    give(f, b);
    for (let i = 0; i < foreground.length; i++) {
      const a = alpha[i]!;
      const rest = own[i]! - a * foreground[i]! - (1 - a) * background[i]!;
      foreground[i] = Math.min(1, Math.max(0, foreground[i]! + a * rest));
    }
    return { foreground, background };
  });
  give(weight, product);
  return {
    foreground: layers.map((l) => l.foreground) as unknown as Planes,
    background: layers.map((l) => l.background) as unknown as Planes,
  };
}
