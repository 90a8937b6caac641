import { connectedComponents } from '../raster/components.js';
import { dilate } from '../raster/morphology.js';
import { smoothstep } from '../raster/numbers.js';
import { give, takeZeros } from '../raster/scratch.js';
import type { Seen } from './own-person.js';

/** Rows in which things hang from ears, in faces below the eyes, and how far from the face's middle they begin. */
const [FROM, TO] = [0.15, 1.1];
/** Area from which it is no earring, but a hat's brim or a scarf, in squared faces. */
const LARGE = 0.04;
/** Probability up to which a place is compared with as background. */
const NOBODY = 0.45;
/** How far from the face's middle ears are, in faces, and how much of its rim must lie at the background. */
const BESIDE = 0.62;
const FREE = 0.3;
/** How far around such a thing what is seen through it goes, in faces. */
const THROUGH = 0.05;
/** Share of its height over which it must stand out from the background in one piece: scraps of an earring look worse than none. */
const WHOLE = 0.85;
/** How much of a place must be shown to count. */
const SHOWN = 0.4;
/** How near the background it must be, in faces. */
const AT_BACKGROUND = 0.1;
/** How far around a place the background is compared with it, in faces, and between which differences of colour (0..1) a thing begins. */
const NEIGHBOURHOOD = 0.15;
const [ALIKE, FOREIGN] = [0.07, 0.2];

/** Share of a person that is the part. */
const isMostly = (part: Float32Array, others: readonly Float32Array[], i: number): boolean =>
  part[i]! > others.reduce((sum, other) => sum + other[i]!, 0);

/**
 * Earrings hang before the background, and the model takes what is seen through and beside them for a part of them. There colours decide, as
 * between strands of hair.
 */
export function openHanging(seen: Omit<Seen, 'valid'>): void {
  const { probability, parts, width, height, face, eye, faceHeight } = seen;
  const { accessory, body, face: skin, clothes, hair } = parts;
  const [worn, things, background] = [0, 1, 2].map(() => takeZeros(probability.length)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 0; i < worn.length; i++) {
    if (probability[i]! < NOBODY) background[i] = 1;
    else if (face[i] === 0 && isMostly(accessory, [body, skin, clothes, hair], i)) worn[i] = 1;
  }
  const [from, to] = [FROM, TO].map((faces) => Math.round(eye[1] + faces * faceHeight)) as [number, number];
  const isEarring = (thing: readonly number[]): boolean =>
    thing.length < LARGE * faceHeight ** 2 &&
    thing.every((i) => i >= from * width && i < to * width && Math.abs((i % width) - eye[0]) < BESIDE * faceHeight) &&
    shareOfRim(thing, worn, background, width) > FREE;
  for (const thing of connectedComponents(worn, width)) if (isEarring(thing)) for (const i of thing) things[i] = 1;
  const around = dilate(things, width, height, Math.max(1, Math.round(THROUGH * faceHeight)));
  const outside = dilate(background, width, height, Math.max(1, Math.round(AT_BACKGROUND * faceHeight)));
  const opened = takeZeros(things.length);
  // What hangs there is not compared with itself where the model has half missed it.
  for (let i = 0; i < things.length; i++) if (around[i]! > 0) background[i] = 0;
  for (let i = 0; i < things.length; i++) {
    if (around[i] === 0 || outside[i] === 0 || face[i]! > 0) continue;
    if (body[i]! + skin[i]! + clothes[i]! > 0.6) continue;
    hair[i] = Math.max(hair[i]!, accessory[i]!, 0.5);
    accessory[i] = 0;
    opened[i] = 1;
  }
  const reach = Math.round(NEIGHBOURHOOD * faceHeight);
  for (const place of connectedComponents(opened, width)) {
    const shown = place.map((i) =>
      Math.min(probability[i]!, smoothstep(ALIKE, FOREIGN, differenceFrom(seen, background, i, reach))),
    );
    const rows = rowsOf(
      place.filter((i) => things[i]! > 0),
      width,
    );
    const isWhole = rows > 0 && spanOf(place, shown, width, height) > WHOLE * rows;
    // The jaw beside it stays as surely as it is skin.
    for (const [k, i] of place.entries()) probability[i] = Math.max(isWhole ? shown[k]! : 0, body[i]! + skin[i]!);
  }
  give(worn, things, background, around, outside, opened);
}

/** Rows that places reach over. */
function rowsOf(places: readonly number[], width: number): number {
  let [top, bottom] = [Infinity, -Infinity];
  for (const i of places) {
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  return Math.max(0, bottom - top + 1);
}

/** Rows that the highest connected part of what is shown reaches over; a hoop's thin line may go aslant. */
function spanOf(place: readonly number[], shown: readonly number[], width: number, height: number): number {
  const seen = takeZeros(width * height);
  for (const [k, i] of place.entries()) if (shown[k]! > SHOWN) seen[i] = 1;
  const joined = dilate(seen, width, height, 1);
  let most = 0;
  for (const part of connectedComponents(joined, width))
    most = Math.max(
      most,
      rowsOf(
        part.filter((i) => seen[i]! > 0),
        width,
      ),
    );
  give(seen, joined);
  return most;
}

/** Distance of a place's colour from the nearest colour of the background around it. */
function differenceFrom(
  { rgb, width, height }: Omit<Seen, 'valid'>,
  background: Float32Array,
  i: number,
  reach: number,
): number {
  const [x, y] = [i % width, Math.floor(i / width)];
  let least = Infinity;
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
      const j = v * width + u;
      if (background[j] === 0) continue;
      const difference = Math.hypot(rgb[0][i]! - rgb[0][j]!, rgb[1][i]! - rgb[1][j]!, rgb[2][i]! - rgb[2][j]!);
      if (difference < least) least = difference;
    }
  }
  return least;
}

/** How much of what surrounds a component lies in the other mask. */
function shareOfRim(component: readonly number[], own: Float32Array, other: Float32Array, width: number): number {
  let [rim, found] = [0, 0];
  for (const i of component) {
    for (const j of [i - 1, i + 1, i - width, i + width]) {
      if (own[j] !== 0) continue;
      rim++;
      if (other[j]! > 0) found++;
    }
  }
  return found / Math.max(1, rim);
}
