import { elementOf } from '../element-of.js';
import { isBacklit } from '../backlit.js';
import { otherness, type FacePoints } from '../photo/moment.js';
import { clamp } from '../raster/numbers.js';
import { between, createRandom, seedOf, type Random } from '../raster/random.js';
import type { Scene, SceneVariation } from '../../scenes/scene.js';
import { answerTo, type Answer } from './answer-complaint.js';
import { clothesReach } from './continue-clothes.js';
import {
  cropAt,
  difference,
  framingAt,
  framingsOf,
  keepsPinsWhole,
  type Crop,
  type Framing,
  type FramingLimits,
  type FramingWish,
} from './framing.js';

/** Everything that makes one portrait of a run different from the others. */
export interface Variant {
  index: number;
  /** Which cutout, as a place in the profile's list. */
  source: number;
  crop: Crop;
  variation: SceneVariation;
  /** Seed of the background. */
  backgroundSeed: number;
  /** Added to the scene's contrast. */
  contrast: number;
  /** Factor on the scene's key light. */
  key: number;
  /** Exposure of the person in stops, on top of the scene's. */
  stops: number;
}

/** What the plan must know of each cutout. */
export interface VariantSource extends FramingLimits, FacePoints {
  artifact: string;
  /** Brightness of the right half of the face over the left, in stops. */
  sideLight: number;
  /** How much dimmer the face was than the person's well-lit ones, in stops. */
  dimness: number;
  /** Whether the photo ends in clothes below. */
  endsInClothes?: boolean;
  /** The customer wants it more often than the others. */
  isPreferred?: boolean;
}

/** The best source comes first and most often; the same one never twice in a row while there are others. */
const SOURCE_ORDER = [0, 1, 2, 0, 3, 1, 4, 2];
/** Backlit photos bring another pose, but no more often than in these places of a run. */
const BACKLIT_PLACES = [3, 6];
/** Crop heights in face heights: from close to half figure. */
const FACES = [2.6, 3.0, 2.35, 3.2, 2.75, 2.45, 2.9, 3.1];
const EYE_LINES = [0.385, 0.4, 0.39, 0.375, 0.41, 0.395, 0.38, 0.4];
const SHIFTS = [0, 0.025, -0.02, -0.035, 0.015, 0.03, -0.03, -0.01];
const TONES = [0, 0.3, -0.25, 0.15, -0.35, 0.2, 0.35, -0.12];
const WARMTHS = [0, 0.5, -0.6, 0.9, -0.25, 0.7, -0.8, 0.3];

/** Difference from which two crops of one photo look like two pictures; crops of different photos start with a credit. */
const ENOUGH = 0.34;
const OTHER_PHOTO = 0.2;

/** What a run shows. */
export interface Run {
  scene: Pick<Scene, 'key'>;
  seed: number;
  count: number;
  /** Without one it is a run of its own. */
  answer?: Pick<Answer, 'faces' | 'key'>;
}

/** Plans a run. The order starts at a place given by the seed, so that a second run does not repeat the first. */
export function planVariants(
  { scene, seed, count, answer = answerTo(null) }: Run,
  sources: readonly VariantSource[],
): Variant[] {
  const random = createRandom(seedOf('variants', scene.key, seed));
  const start = Math.floor(random() * 8);
  const turns = sourceTurns(sources);
  const choices = sources.map((source) => {
    const reach = clothesReach(source);
    const others = sources.map((other) => otherness(source, other));
    return { source, reach, framings: possibleFramings(source, reach), others };
  });
  const planned: Planned[] = [];
  return Array.from({ length: count }, (_, index) => {
    const at = (index + start) % 8;
    const { source, crop } = choosePhoto(
      choices,
      elementOf(turns, index % 8),
      wishOf(at, random, answer.faces),
      planned,
    );
    planned.push({ source, crop });
    const turn = planned.filter((p) => p.source === source).length;
    return {
      index,
      source,
      crop,
      variation: {
        tone: elementOf(TONES, at) + between(random, -0.06, 0.06),
        warmth: elementOf(WARMTHS, at) + between(random, -0.1, 0.1),
        side: lampSide(elementOf(sources, source).sideLight, index),
      },
      backgroundSeed: seedOf('background', scene.key, seed, index),
      contrast: between(random, -0.05, 0.05),
      key: between(random, 0.8, 1.15) * answer.key,
      // A photo that appears again is printed a little lighter or darker.
      stops: turn === 1 ? between(random, -0.05, 0.05) : (turn % 2 === 0 ? 1 : -1) * between(random, 0.08, 0.16),
    };
  });
}

/** How many more turns than another photo a preferred one gets. */
const PREFERENCE = 2;

/** Whose turn it is in each place of eight: every other place at least is for preferred photos, the last one always for another. */
function sourceTurns(sources: readonly VariantSource[]): number[] {
  const places = sources.map((_, source) => source);
  const preferred = places.filter((place) => elementOf(sources, place).isPreferred);
  const others = places.filter((place) => !preferred.includes(place));
  if (preferred.length === 0 || others.length === 0) return usualTurns(sources, places);
  const [turns, most] = [SOURCE_ORDER.length, SOURCE_ORDER.length / 2];
  const share = (turns * others.length) / (PREFERENCE * preferred.length + others.length);
  const rest = usualTurns(sources, others).slice(0, clamp(Math.round(share), 1, most));
  let next = 0;
  return SOURCE_ORDER.map((_, place) => {
    const passed = Math.floor((place * rest.length) / turns);
    const isForOthers = Math.floor(((place + 1) * rest.length) / turns) > passed;
    return isForOthers ? elementOf(rest, passed) : elementOf(preferred, next++ % preferred.length);
  });
}

/** The turns of these photos by their rank, with those that are backlit in places of their own. */
function usualTurns(sources: readonly VariantSource[], places: readonly number[]): number[] {
  const backlit = places.filter((place) => isBacklit(elementOf(sources, place).dimness));
  const well = places.filter((place) => !backlit.includes(place));
  if (well.length === 0 || backlit.length === 0)
    return SOURCE_ORDER.map((turn) => elementOf(places, turn % places.length));
  let [nextWell, nextBacklit] = [0, 0];
  return SOURCE_ORDER.map((_, place) =>
    BACKLIT_PLACES.includes(place)
      ? elementOf(backlit, nextBacklit++ % backlit.length)
      : elementOf(well, elementOf(SOURCE_ORDER, nextWell++) % well.length),
  );
}

function wishOf(at: number, random: Random, wider: number): FramingWish {
  return {
    faces: elementOf(FACES, at) * wider + between(random, -0.06, 0.06),
    eyeLine: elementOf(EYE_LINES, at) + between(random, -0.008, 0.008),
    shift: elementOf(SHIFTS, at) + between(random, -0.008, 0.008),
  };
}

/** Fighting the light that is in the photo looks false; without a clear one the side alternates. */
export function lampSide(sideLight: number, index: number): -1 | 1 {
  if (Math.abs(sideLight) > 0.2) return sideLight > 0 ? 1 : -1;
  return index % 2 === 0 ? 1 : -1;
}

/** A crop already planned, with the photo it is of. */
interface Planned {
  source: number;
  crop: Crop;
}

/** A photo and what a run may show of it. */
interface Choice {
  source: VariantSource;
  /** How far below the photo's end crops may reach, in faces. */
  reach: number;
  /** Framings among which one is looked for that differs from those already planned. */
  framings: readonly Framing[];
  /** Otherness of every photo, in the profile's order. */
  others: readonly number[];
}

/** The photo whose turn it is, unless its edges leave no room for another crop and a different photo does better. */
function choosePhoto(
  choices: readonly Choice[],
  turn: number,
  wish: FramingWish,
  planned: readonly Planned[],
): Planned {
  const of = (source: number): Planned => ({ source, crop: chooseCrop(choices, source, wish, planned) });
  let best = of(turn);
  let value = unlikeness(choices, best, planned);
  for (const [source, { source: photo }] of choices.entries()) {
    if (value >= ENOUGH) break;
    // Backlit and preferred photos have their own places, whatever the crops look like.
    const { dimness, isPreferred = false } = elementOf(choices, turn).source;
    if (isBacklit(photo.dimness) !== isBacklit(dimness) || (photo.isPreferred ?? false) !== isPreferred) continue;
    const other = of(source);
    const otherValue = unlikeness(choices, other, planned);
    if (otherValue > value + 0.03) [best, value] = [other, otherValue];
  }
  return best;
}

function unlikeness(choices: readonly Choice[], one: Planned, planned: readonly Planned[]): number {
  const { source, others } = elementOf(choices, one.source);
  return Math.min(
    Infinity,
    ...planned.map(
      (p) =>
        difference(one.crop, source, p.crop, elementOf(choices, p.source).source) +
        OTHER_PHOTO * elementOf(others, p.source),
    ),
  );
}

/** What a crop that cuts through a pin loses by it, and one that is not the wished one for each step away from it; both in differences of crops. */
const CUT_PIN = 0.08;
const NOT_WISHED = 0.02;

/** The wished crop where it differs enough from the earlier ones, has no flaw and cuts through nothing; else the one that loses least. */
function chooseCrop(choices: readonly Choice[], source: number, wish: FramingWish, planned: readonly Planned[]): Crop {
  const { source: own, reach, framings } = elementOf(choices, source);
  const wished = cropAt(own, wish);
  const worth = ({ crop, flaws }: Framing): number =>
    Math.min(ENOUGH, unlikeness(choices, { source, crop }, planned)) -
    flaws -
    (keepsPinsWhole(own, crop) ? 0 : CUT_PIN) -
    NOT_WISHED * difference(crop, own, wished, own);
  const exact = framingAt(own, wish, reach);
  let [best, most] = [exact, exact ? worth(exact) : -Infinity];
  for (const framing of most === ENOUGH ? [] : framings) {
    const value = worth(framing);
    if (value > most) [best, most] = [framing, value];
  }
  if (!best) throw new Error(`cutout ${own.artifact} allows no framing`);
  return best.crop;
}

/** Cutouts of older profiles were made for framings that might cut the hair. */
export function possibleFramings(source: VariantSource, reach: number): Framing[] {
  const framings = framingsOf(source, reach);
  return framings.length > 0 ? framings : framingsOf({ ...source, headTop: source.eye[1] }, reach);
}
