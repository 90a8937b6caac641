import type { Cutout } from '../descriptor.js';
import { elementOf } from '../element-of.js';
import { faceRegion, keepsColour, lumaAt, placesIn, skinOf, UNIT_FACE_HEIGHT, type Skin } from '../photo/face-skin.js';
import { OVAL, type Point } from '../photo/landmarks.js';
import type { Retouch } from '../port.js';
import { CHANNELS } from '../raster/channels.js';
import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { medianLab, type Lab } from '../raster/lab.js';
import type { Raster } from '../raster/rgb.js';
import { maskedBlur } from '../raster/masked-blur.js';
import { fillPolygon, scalePolygon } from '../raster/polygon.js';
import type { Region } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import { shadowsUnderEyes } from './under-eyes.js';

/** Farthest that the median lightness (CIELAB L*) of the face’s skin may move: nobody gets lighter or darker. */
const MOST_LIGHTNESS_CHANGE = 0.9;

/** How much is evened out, as shares of what is there. */
interface Manner {
  /** Of the band between pores and shape. */
  evenness: number;
  /** The same where it is darker than its surroundings: spots. */
  spots: number;
  /** Of the shadows below the eyes. */
  shadows: number;
}

const SUBTLE: Manner = { evenness: 0.45, spots: 0.56, shadows: 0 };
/** From an evenness of .65 skin looks like plastic. */
const MORE: Manner = { evenness: 0.62, spots: 0.78, shadows: 0.45 };
const weaker = ({ evenness, spots, shadows }: Manner, share: number): Manner => ({
  evenness: evenness * share,
  spots: spots * share,
  shadows: shadows * share,
});

/** What is tried for each wish, until the face's skin keeps its colour; after the last nothing is done. */
const MANNERS: Record<Retouch, readonly Manner[]> = {
  none: [],
  subtle: [SUBTLE, weaker(SUBTLE, 0.5)],
  more: [MORE, weaker(MORE, 0.85), SUBTLE, weaker(SUBTLE, 0.5)],
};

/**
 * Evens out the skin of the face in a decoded cutout, in place, the way a retoucher does it: pores (fine band) and shape (coarse band)
 * stay, blotches and spots in between fade. Eyes, brows, lips and everything not skin-coloured stay untouched. A cutout from before runs
 * chose their retouch has the subtle one in its colours, and stays as it is.
 */
export function retouchFace(picture: Raster, cutout: Cutout, wanted: Retouch): void {
  const manners = cutout.isRetouched ? [] : MANNERS[wanted];
  if (manners.length === 0) return;
  const { width, height, faceHeight } = cutout;
  const points = Array.from({ length: cutout.mesh.length / 3 }, (_, i): Point => [
    cutout.mesh[i * 3]!,
    cutout.mesh[i * 3 + 1]!,
  ]);
  const area = faceRegion(points, width, height, faceHeight);
  const colours = planesOf(picture, area);
  const inArea = points.map(([x, y]): Point => [x - area.x, y - area.y]);
  const unit = faceHeight / UNIT_FACE_HEIGHT;
  const skin = skinOf(colours, area.width, area.height, inArea, unit);
  const face: Face = { colours, ...area, points: inArea, unit, skin };
  // A beard or a shadow across the face is no typical skin, but brightening it makes the face as a whole brighter.
  const middle = middleOf(inArea, area);
  const sets = [skin.alike, skin.bare, middle].map((mask) => placesIn(mask));
  const before = sets.map((places) => medianLab(sample(colours, places, null)));
  for (const manner of manners) {
    const factor = findFactor(face, manner);
    const isHarmless = sets.every((places, k) => keepsFace(before[k]!, medianLab(sample(colours, places, factor))));
    if (isHarmless) apply(picture, area, factor);
    give(factor);
    if (isHarmless) break;
  }
  give(...colours, skin.bare, skin.alike, middle);
}

/** Part of the face's oval that everybody looks at. */
const MIDDLE = 0.7;

/** 1 in the middle of the face, with eyes and lips; a scratch buffer. */
function middleOf(points: readonly Point[], { width, height }: Region): Float32Array {
  const mask = takeZeros(width * height);
  const oval = OVAL.map((i) => elementOf(points, i));
  fillPolygon(mask, width, height, scalePolygon(oval, MIDDLE));
  return mask;
}

/** The part of a cutout that is retouched; lengths in its pixels, planes of its size. */
interface Face extends Region {
  colours: Planes;
  points: readonly Point[];
  unit: number;
  skin: Skin;
}

/** Factors on the brightness of the face's pixels; a scratch buffer. */
function findFactor(
  { colours, width, height, points, unit, skin: { bare, alike } }: Face,
  manner: Manner,
): Float32Array {
  const luma = take(width * height);
  for (let i = 0; i < luma.length; i++) luma[i] = lumaAt(colours, i);
  const fine = blur(luma, width, height, 2.2 * unit);
  const coarse = maskedBlur(fine, alike, width, height, 13 * unit);
  const shadows = manner.shadows > 0 ? shadowsUnderEyes(coarse, alike, points, width, height, unit) : null;
  const factor = take(width * height).fill(1);
  for (let i = 0; i < factor.length; i++) {
    if (bare[i]! < 0.01) continue;
    const middle = fine[i]! - coarse[i]!;
    // Large differences are features (nostrils, folds, shadow edges), not blotches.
    const small = Math.exp(-90 * middle * middle);
    let change = -middle * (middle < 0 ? manner.spots : manner.evenness) * small;
    if (shadows) change += shadows[i]! * manner.shadows;
    factor[i] = (luma[i]! + change * alike[i]!) / Math.max(0.02, luma[i]!);
  }
  give(luma, fine, coarse);
  if (shadows) give(shadows);
  return factor;
}

/** A retouch takes blotches away: it neither reddens, yellows, lightens nor darkens anybody. */
const keepsFace = (before: Lab, after: Lab): boolean =>
  keepsColour(before, after) && Math.abs(after[0] - before[0]) <= MOST_LIGHTNESS_CHANGE;

/** The colours at some places, multiplied where there is a factor. */
const sample = (planes: Planes, places: readonly number[], factor: Float32Array | null): Planes =>
  planes.map((plane) =>
    Float32Array.from(places, (i) => Math.min(1, plane[i]! * (factor ? factor[i]! : 1))),
  ) as unknown as Planes;

/** An area's display values 0..1, as scratch buffers. */
function planesOf({ data, width, channels }: Raster, area: Region): Planes {
  return CHANNELS.map((c) => {
    const plane = take(area.width * area.height);
    for (let y = 0, i = 0; y < area.height; y++) {
      let at = ((area.y + y) * width + area.x) * channels + c;
      for (let x = 0; x < area.width; x++, i++, at += channels) plane[i] = data[at]! / 255;
    }
    return plane;
  }) as unknown as Planes;
}

function apply({ data, width, channels }: Raster, area: Region, factor: Float32Array): void {
  for (let y = 0, i = 0; y < area.height; y++) {
    let at = ((area.y + y) * width + area.x) * channels;
    for (let x = 0; x < area.width; x++, i++, at += channels) {
      if (factor[i] === 1) continue;
      for (const c of CHANNELS) data[at + c] = Math.min(255, Math.round(data[at + c]! * factor[i]!));
    }
  }
}
