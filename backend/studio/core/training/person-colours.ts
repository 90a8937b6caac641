import type { Planes } from '../raster/guided-filter.js';
import { faceRegion, keepsColour, placesIn, skinOf, UNIT_FACE_HEIGHT } from '../photo/face-skin.js';
import type { Point } from '../photo/landmarks.js';
import { lightnessOf, medianLab } from '../raster/lab.js';
import type { Region } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { estimateForeground } from './foreground.js';
import type { Matte } from './matte.js';
import { applyGains, skinGains, type SkinTone } from './skin.js';
import { takeVeilOff } from './veil.js';

/** Farthest that the face's lightness may lie from the person's reference, as a share of the reference's. */
const MOST_LIGHTNESS_CHANGE = 0.06;

/** A photo's person, its matte and face, as planes of one size. */
export interface MattedPerson extends Matte {
  rgb: Planes;
  /** Where the photo is; elsewhere it is continued. */
  valid: Float32Array;
  /** How much of the person around is hair, 0..1, at half of the size. */
  hair: Float32Array;
  width: number;
  height: number;
  points: readonly Point[];
  faceHeight: number;
}

/**
 * The person's colours without the old background, in the person's own light. Null when the photo's light is too far from the
 * person's other photos to be brought to theirs.
 */
export function colourPerson(person: MattedPerson, own: SkinTone, reference: SkinTone): Planes | null {
  const { rgb, width, height, faceHeight } = person;
  const gains = skinGains(own, reference);
  const unit = faceHeight / UNIT_FACE_HEIGHT;
  const colours = estimateForeground(rgb, person, width, height, unit);
  takeVeilOff(colours, person, unit);
  applyGains(colours, gains, own.luminance);
  const places = facePlaces(person, colours);
  const photo = sample(rgb, places);
  const photoLightness = medianLab(photo)[0];
  applyGains(photo, gains, own.luminance);
  const balanced = medianLab(photo);
  const wanted = (lightnessOf(reference.luminance) / lightnessOf(own.luminance)) * photoLightness;
  const tone = medianLab(sample(colours, places));
  if (keepsColour(balanced, tone) && Math.abs(tone[0] / wanted - 1) <= MOST_LIGHTNESS_CHANGE) return colours;
  give(...colours);
  return null;
}

/** Places of the face's skin at which colours are compared. */
function facePlaces({ points, width, height, faceHeight }: MattedPerson, colours: Planes): number[] {
  const area = faceRegion(points, width, height, faceHeight);
  const crop = colours.map((plane) => copyOut(plane, width, area)) as unknown as Planes;
  const inArea = points.map(([x, y]): Point => [x - area.x, y - area.y]);
  const skin = skinOf(crop, area.width, area.height, inArea, faceHeight / UNIT_FACE_HEIGHT);
  const places = placesIn(skin.alike).map(
    (i) => (area.y + Math.floor(i / area.width)) * width + area.x + (i % area.width),
  );
  give(...crop, skin.bare, skin.alike);
  return places;
}

const sample = (planes: Planes, places: readonly number[]): Planes =>
  planes.map((plane) => Float32Array.from(places, (i) => plane[i]!)) as unknown as Planes;

function copyOut(plane: Float32Array, width: number, area: Region): Float32Array {
  const out = take(area.width * area.height);
  for (let y = 0; y < area.height; y++) {
    const from = (y + area.y) * width + area.x;
    out.set(plane.subarray(from, from + area.width), y * area.width);
  }
  return out;
}
