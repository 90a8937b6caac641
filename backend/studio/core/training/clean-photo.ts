import type { Face } from '../photo/face.js';
import { deblocking, findBlocks, type BlockGrid } from '../raster/deblock.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp } from '../raster/numbers.js';
import type { Region } from '../raster/resample.js';
import type { Rgb } from '../raster/rgb.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import { halvesOf, noiseOf, smoothColours } from './colour-noise.js';
import { compareCleaned, isHarmless } from './compare-cleaned.js';
import { toPhoto, type CutoutFrame } from './cutout-frame.js';

/** Step between blocks, and noise of the colours, from which a photo is cleaned; both in display values 0..1. */
const SHOWING_BLOCKS = 1.25 / 255;
const SHOWING_NOISE = 1 / 255;
/** Pixels of the photo per pixel of the cutout above which it is scaled down, see `sampleCutout`. */
const FINER = 1.1;
/** What is tried until a person stays as they are; after the last nothing is done. */
const STRENGTHS = [1, 0.5] as const;
/** Most that a channel of any pixel is changed by, in 255ths. */
export const MOST_CLEANING = 16;

/**
 * Takes the borders of JPEG blocks out of the brightness of a photo, and blotches and noise out of its colours, within the part that becomes
 * the cutout. The very photo is returned where it is clean, where it is finer than the cutout (scaled down, it shows none of both), and where
 * the person would not stay as they are.
 */
export function cleanPhoto(photo: Rgb, face: Face, frame: CutoutFrame): Rgb {
  if (frame.scale > FINER) return photo;
  const seen = seenIn(photo, regionOf(photo, frame));
  const isDirty = seen.blocks > SHOWING_BLOCKS || seen.noise > SHOWING_NOISE;
  const cleaned = isDirty ? cleanedOf(photo, face, seen) : photo;
  give(seen.luma, ...seen.halves);
  return cleaned;
}

/** Tries one strength after the other. */
function cleanedOf(photo: Rgb, face: Face, { region, luma, halves, grid, blocks, noise }: Seen): Rgb {
  const { width, height } = region;
  const change: Planes = [
    blocks > SHOWING_BLOCKS ? deblocking(luma, width, height, grid) : takeZeros(luma.length),
    ...smoothColours(photo, region, luma, halves, noise, face),
  ];
  for (const strength of STRENGTHS) {
    const cleaned = changed(photo, region, change, strength);
    if (isHarmless(compareCleaned(photo, cleaned, face))) return cleaned;
  }
  return photo;
}

/** A part of a photo and what there is to clean. */
interface Seen {
  region: Region;
  /** Brightness 0..1. A scratch buffer. */
  luma: Float32Array;
  /** Brightness and both colours at half the size, as JPEG keeps colours. Scratch buffers. */
  halves: Planes;
  grid: BlockGrid;
  /** How much blocks show, and the noise of the colours, in display values 0..1. */
  blocks: number;
  noise: number;
}

function seenIn(photo: Rgb, region: Region): Seen {
  const luma = lumaOf(photo, region);
  const halves = halvesOf(photo, region);
  const grid = findBlocks(luma, region.width, region.height);
  const blocks = Math.max(grid.columns.step, grid.rows.step);
  return { region, luma, halves, grid, blocks, noise: noiseOf(halves, region) };
}

/** The part of the photo under the frame, from even places on: there JPEG keeps one colour for two pixels. */
function regionOf(photo: Rgb, frame: CutoutFrame): Region {
  const corners = [0, frame.width].flatMap((u) => [0, frame.height].map((v) => toPhoto(frame, u, v)));
  const xs = corners.map(([x]) => clamp(Math.round(x), 0, photo.width));
  const ys = corners.map(([, y]) => clamp(Math.round(y), 0, photo.height));
  const [x, y] = [Math.min(...xs) & ~1, Math.min(...ys) & ~1];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Brightness as JPEG has it, 0..1. A scratch buffer. */
function lumaOf({ data, width: across }: Rgb, { x, y, width, height }: Region): Float32Array {
  const luma = take(width * height);
  for (let row = 0, i = 0; row < height; row++) {
    for (let from = ((row + y) * across + x) * 3, end = i + width; i < end; i++, from += 3)
      luma[i] = (0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!) / 255;
  }
  return luma;
}

/** A copy of the photo with a share of the change. */
function changed(photo: Rgb, { x, y, width, height }: Region, [luma, blue, red]: Planes, strength: number): Rgb {
  const data = new Uint8Array(photo.data);
  for (let row = 0, i = 0; row < height; row++) {
    for (let at = ((row + y) * photo.width + x) * 3, end = i + width; i < end; i++, at += 3) {
      const l = 255 * strength * luma[i]!;
      const b = 255 * strength * blue[i]!;
      const r = 255 * strength * red[i]!;
      data[at] = moved(data[at]!, l + 1.402 * r);
      data[at + 1] = moved(data[at + 1]!, l - 0.344 * b - 0.714 * r);
      data[at + 2] = moved(data[at + 2]!, l + 1.772 * b);
    }
  }
  return { ...photo, data };
}

/** An 8-bit value after a change; storing it cuts off what the half rounds. */
function moved(value: number, by: number): number {
  const to = value + clamp(by, -MOST_CLEANING, MOST_CLEANING) + 0.5;
  return to < 0 ? 0 : to > 255 ? 255 : to;
}
