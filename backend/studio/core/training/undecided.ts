import { boxMean } from '../raster/blur.js';
import type { Region } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import type { PersonProbability } from './person-probability.js';

const isOutline = (p: number): boolean => p > 0.03 && p < 0.97;

/**
 * Share of the person's probable area that is undecided in a part of the picture: .04–.09 good, above .17 visibly wrong.
 * @param part in pixels of the probability; may reach beyond it
 */
export function uncertaintyWithin(
  { probability, undecided }: Pick<PersonProbability, 'probability' | 'undecided'>,
  width: number,
  part: Region,
): number {
  const height = probability.length / width;
  let guessed = 0;
  let person = 0;
  for (let y = Math.max(0, Math.floor(part.y)); y < Math.min(height, part.y + part.height); y++) {
    for (let x = Math.max(0, Math.floor(part.x)); x < Math.min(width, part.x + part.width); x++) {
      const i = y * width + x;
      if (undecided[i]! > 0) guessed++;
      if (probability[i]! > 0.5) person++;
    }
  }
  return guessed / Math.max(1, person);
}

/** What an outline is judged by, at half of the resolution that width and height give. */
interface Outline extends Pick<PersonProbability, 'probability' | 'undecided'> {
  width: number;
  height: number;
  /** Forehead to chin in pixels, and the row of the eyes. */
  faceHeight: number;
  eyeLine: number;
}

/** Half the side of the square in which a place is judged, in faces; and the undecided share from which the outline there is guesswork. */
const NEIGHBOURHOOD = 0.05;
const GUESSWORK = 0.55;
/** How far from there the outline is no better, in faces. */
const AROUND = 0.34;
/** How far from the face's middle hair may fall, in faces: what is undecided about it is fine. */
const HAIR = 0.75;
/** Distance of the places that are named, at half of the resolution. */
const GRID = 4;

/**
 * Places beside arms and shoulders where the mask cannot tell the person from the background, as a dark sleeve before a dark flag: the outline
 * found there is ragged. In pixels of the full resolution, every eighth.
 */
export function findUnclear({
  probability,
  undecided,
  width,
  height,
  faceHeight,
  eyeLine,
}: Outline): [number, number][] {
  const [hw, hh] = [width / 2, height / 2];
  const share = boxMean(undecided, hw, hh, Math.round((NEIGHBOURHOOD * faceHeight) / 2));
  const chin = (eyeLine + 0.62 * faceHeight) / 2;
  const guessed = take(hw * hh);
  for (let y = 0; y < hh; y++) {
    for (let x = 0; x < hw; x++)
      guessed[y * hw + x] =
        y > chin && 2 * Math.abs(x - hw / 2) > HAIR * faceHeight && share[y * hw + x]! > GUESSWORK ? 1 : 0;
  }
  const near = boxMean(guessed, hw, hh, Math.round((AROUND * faceHeight) / 2));
  const found: [number, number][] = [];
  for (let y = 0; y < hh; y += GRID) {
    for (let x = 0; x < hw; x += GRID) {
      // A step towards the person: the outline may begin anywhere between two points of the grid.
      if (near[y * hw + x]! > 1e-6 && isOutline(probability[y * hw + x]!))
        found.push([2 * (x < hw / 2 ? x + GRID : x - GRID), 2 * y]);
    }
  }
  give(share, guessed, near);
  return found;
}
