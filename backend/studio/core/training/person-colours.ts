import type { Planes } from '../raster/guided-filter.js';
import { labOf, lightnessOf, type Lab } from '../raster/lab.js';
import { median } from '../raster/numbers.js';
import { give } from '../raster/scratch.js';
import type { Point } from '../photo/landmarks.js';
import { estimateForeground } from './foreground.js';
import { applyRetouch, findRetouch, type Retouch } from './retouch.js';
import { applyGains, skinGains, type SkinTone } from './skin.js';

/** Farthest that the skin's median colour may move by the retouch, in CIELAB units of a and b. */
export const MOST_COLOUR_CHANGE = 4;
/** Farthest towards red or yellow: no more than rounding. */
export const MOST_WARMING = 0.5;
/** Farthest that the face's lightness may lie from the person's reference, as a share of the reference's. */
export const MOST_LIGHTNESS_CHANGE = 0.06;

/** Strengths at which the retouch is tried; the last is none at all. */
const STRENGTHS = [1, 0.5, 0];
/** Places of the skin at which colours are compared. */
const SAMPLES = 4000;

/** A photo's person, its matte and face, as planes of one size. */
export interface MattedPerson {
  rgb: Planes;
  alpha: Float32Array;
  width: number;
  height: number;
  points: readonly Point[];
  faceHeight: number;
}

/**
 * The person's colours without the old background, in the person's own light, and retouched as far as the skin keeps its colour. Null when
 * the photo's light is too far from the person's other photos to be brought to theirs.
 */
export function colourPerson(person: MattedPerson, own: SkinTone, reference: SkinTone): Planes | null {
  const { rgb, alpha, width, height, points, faceHeight } = person;
  const gains = skinGains(own, reference);
  const colours = estimateForeground(rgb, alpha, width, height, faceHeight / 460);
  applyGains(colours, gains, own.luminance);
  const retouch = findRetouch(colours, width, height, points, faceHeight);
  const places = skinPlaces(retouch);
  const photo = sample(rgb, width, retouch, places, 0);
  const photoLightness = medianLab(photo)[0];
  applyGains(photo, gains, own.luminance);
  const balanced = medianLab(photo);
  const wanted = (lightnessOf(reference.luminance) / lightnessOf(own.luminance)) * photoLightness;
  const strength = STRENGTHS.find((tried) => {
    const tone = medianLab(sample(colours, width, retouch, places, tried));
    return keepsColour(balanced, tone) && Math.abs(tone[0] / wanted - 1) <= MOST_LIGHTNESS_CHANGE;
  });
  if (strength !== undefined) applyRetouch(colours, width, retouch, strength);
  give(retouch.factor, retouch.skin);
  if (strength !== undefined) return colours;
  give(...colours);
  return null;
}

/** A retouch takes blotches away; it neither reddens nor yellows anybody. */
function keepsColour(before: Lab, after: Lab): boolean {
  const [red, yellow] = [after[1] - before[1], after[2] - before[2]];
  return Math.hypot(red, yellow) <= MOST_COLOUR_CHANGE && red <= MOST_WARMING && yellow <= MOST_WARMING;
}

/** Evenly spread indices in the retouched area that are skin for certain; of the whole area where none is. */
function skinPlaces({ skin }: Retouch): number[] {
  const all = [...skin.keys()];
  const certain = all.filter((i) => skin[i]! > 0.5);
  const from = certain.length > 0 ? certain : all;
  const step = Math.max(1, Math.floor(from.length / SAMPLES));
  return from.filter((_, k) => k % step === 0);
}

/** The colours at some places of the retouched area, as they are after so much of the retouch. */
function sample(planes: Planes, width: number, { area, factor }: Retouch, places: number[], strength: number): Planes {
  return planes.map((plane) =>
    Float32Array.from(places, (i) => {
      const at = (area.y + Math.floor(i / area.width)) * width + area.x + (i % area.width);
      return Math.min(1, plane[at]! * (1 + (factor[i]! - 1) * strength));
    }),
  ) as unknown as Planes;
}

function medianLab([red, green, blue]: Planes): Lab {
  const all = Array.from(red, (_, i) => labOf(red[i]!, green[i]!, blue[i]!));
  return [median(all.map(([l]) => l)), median(all.map(([, a]) => a)), median(all.map(([, , b]) => b))];
}
