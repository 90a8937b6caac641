import type { Face } from '../photo/face.js';
import { LEFT_EYE, LIPS, pointsOf, RIGHT_EYE } from '../photo/landmarks.js';
import { blur } from '../raster/blur.js';
import { applyModels, giveModels, guidedModels, type Planes } from '../raster/guided-filter.js';
import { median, smoothstep } from '../raster/numbers.js';
import { fillPolygon, scalePolygon } from '../raster/polygon.js';
import { resample, type Region } from '../raster/resample.js';
import type { Rgb } from '../raster/rgb.js';
import { give, take, takeZeros } from '../raster/scratch.js';

const half = ({ width, height }: Region): { width: number; height: number } => ({
  width: Math.ceil(width / 2),
  height: Math.ceil(height / 2),
});

/** Brightness (0..1), and what blue and red are away from it, as JPEG has them: at half the size. Scratch buffers. */
export function halvesOf({ data, width: across }: Rgb, region: Region): Planes {
  const { width, height } = half(region);
  const planes: Planes = [take(width * height), take(width * height), take(width * height)];
  const [luma, blue, red] = planes;
  for (let v = 0, i = 0; v < height; v++) {
    const up = (2 * v + region.y) * across;
    const down = (Math.min(2 * v + 1, region.height - 1) + region.y) * across;
    for (let u = 0; u < width; u++, i++) {
      const left = 2 * u + region.x;
      const right = Math.min(2 * u + 1, region.width - 1) + region.x;
      const [a, b, c, d] = [3 * (up + left), 3 * (up + right), 3 * (down + left), 3 * (down + right)];
      const r = (data[a]! + data[b]! + data[c]! + data[d]!) / 1020;
      const g = (data[a + 1]! + data[b + 1]! + data[c + 1]! + data[d + 1]!) / 1020;
      const l = (data[a + 2]! + data[b + 2]! + data[c + 2]! + data[d + 2]!) / 1020;
      const bright = 0.299 * r + 0.587 * g + 0.114 * l;
      luma[i] = bright;
      blue[i] = 0.564 * (l - bright);
      red[i] = 0.713 * (r - bright);
    }
  }
  return planes;
}

/** Distance in pixels over which colours are compared, how far apart that is done, and the largest difference of brightness of a smooth place. */
const AROUND = 2;
const APART = 3;
const SMOOTH = 14 / 255;

/** Noise of the colours (0..1) where the brightness is smooth: the standard deviation that the median deviation stands for, of the worse of both. */
export function noiseOf([luma, blue, red]: Planes, region: Region): number {
  const { width, height } = half(region);
  const [ofBlue, ofRed]: [number[], number[]] = [[], []];
  const [beside, below] = [AROUND, AROUND * width];
  const spread = (plane: Float32Array, i: number): number =>
    Math.abs(plane[i]! - (plane[i - beside]! + plane[i + beside]! + plane[i - below]! + plane[i + below]!) / 4);
  const isSmooth = (i: number, j: number): boolean => Math.abs(luma[i]! - luma[j]!) <= SMOOTH;
  for (let y = AROUND; y < height - AROUND; y += APART) {
    for (let x = AROUND; x < width - AROUND; x += APART) {
      const i = y * width + x;
      if (!isSmooth(i, i - beside) || !isSmooth(i, i + beside) || !isSmooth(i, i - below) || !isSmooth(i, i + below))
        continue;
      ofBlue.push(spread(blue, i));
      ofRed.push(spread(red, i));
    }
  }
  // Of five values with the same deviation, one less the mean of the others deviates by √1.25 of it.
  return ofBlue.length === 0 ? 0 : (1.4826 * Math.max(median(ofBlue), median(ofRed))) / Math.sqrt(1.25);
}

/** Reach of the colours' smoothing in pixels of half the size, and how much less the brightness counts as a guide than colours do. */
const REACH = 8;
const LUMA_SHARE = 0.5;
/** Blotches of compression, as a deviation. */
const BLOTCHES = 2 / 255;
/** Differences of colour that are smoothed, changes up to which all and from which none is made of what is found, in deviations. */
const [SMOOTHED, ALL, NONE] = [2, 2.5, 5] as const;

/**
 * What to add to both colours. The guide has the colours, too: patterns as bright as what is around stay. Eyes and lips are left alone: the
 * colour of an iris is small, and somebody's own. Scratch buffers.
 * @param luma brightness of the region in full size
 * @param noise what `noiseOf` found
 */
export function smoothColours(
  photo: Rgb,
  region: Region,
  luma: Float32Array,
  halves: Planes,
  noise: number,
  face: Face,
): [blue: Float32Array, red: Float32Array] {
  const { width, height } = half(region);
  const deviation = Math.max(noise, BLOTCHES);
  const bright = take(width * height);
  for (let i = 0; i < bright.length; i++) bright[i] = halves[0][i]! * LUMA_SHARE;
  const guide: Planes = [bright, halves[1], halves[2]];
  const features = featuresOf(face, region);
  const kept = resample(features, width, height, region.width, region.height);
  const smoothed = (plane: Float32Array): Float32Array => {
    const models = guidedModels(guide, plane, width, height, REACH, (SMOOTHED * deviation) ** 2);
    const smooth = applyModels(models, guide);
    const large = resample(smooth, width, height, region.width, region.height);
    giveModels(models);
    give(smooth);
    return large;
  };
  const changes: [Float32Array, Float32Array] = [smoothed(halves[1]), smoothed(halves[2])];
  const changeOf = (by: number): number => by * (1 - smoothstep(ALL * deviation, NONE * deviation, Math.abs(by)));
  for (let y = 0, i = 0; y < region.height; y++) {
    let from = ((y + region.y) * photo.width + region.x) * 3;
    for (const end = i + region.width; i < end; i++, from += 3) {
      const bare = 1 - kept[i]!;
      changes[0][i] = bare * changeOf(changes[0][i]! - 0.564 * (photo.data[from + 2]! / 255 - luma[i]!));
      changes[1][i] = bare * changeOf(changes[1][i]! - 0.713 * (photo.data[from]! / 255 - luma[i]!));
    }
  }
  give(bright, features, kept);
  return changes;
}

/** 1 on eyes and lips, softly falling to 0, at half the size. A scratch buffer. */
function featuresOf(face: Face, region: Region): Float32Array {
  const { width, height } = half(region);
  const mask = takeZeros(width * height);
  for (const part of [LEFT_EYE, RIGHT_EYE, LIPS])
    fillPolygon(
      mask,
      width,
      height,
      scalePolygon(
        pointsOf(face.mesh, part).map(([x, y]) => [(x - region.x) / 2, (y - region.y) / 2]),
        1.3,
      ),
    );
  const soft = blur(mask, width, height, 1.5);
  for (let i = 0; i < soft.length; i++) soft[i] = smoothstep(0, 0.4, soft[i]!);
  give(mask);
  return soft;
}
