import { connectedComponents } from '../raster/components.js';
import { closing, dilate } from '../raster/morphology.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import type { Seen } from './own-person.js';
import { shareInShades } from './shades.js';

/** How far around a gap its soft rim goes, in faces, and the difference of colours (0..1) up to which it shows the cloth around it. */
const RIM = 0.05;
const ALIKE = 0.1;
/** Share of that cloth which has to look so, straps and scarves lie on it; and around a bay, which is open towards the room. */
const SOME = 0.35;
const MOST = 0.6;
/** How far below the eyes the chin lies, and half the width of the chest below it; in faces. */
const CHIN = 0.62;
const CHEST = 0.3;
/** Half the width of what counts as the chest's middle, in faces. */
const MIDLINE = 0.05;
/** Half the width of the widest bay, and how far from the face's middle bays begin, beyond the neck, in faces; and the area of one that shows, in squared ones. */
const BAY = 0.2;
const BEYOND_NECK = 0.55;
const SHOWS = 0.002;
/** Mean probability from which the model is in doubt about a bay: elsewhere it is the room beside a shoulder. */
const DOUBTED = 0.12;
/** How far around a gap the room is compared with it, and how far from the face's middle gaps below the neck lie; in faces. */
const AROUND = 1.2;
const BESIDE = 0.9;
/** Probability up to which a place is the room, and the share of the room that a colour of it has. */
const ROOM = 0.05;
const COMMON = 0.003;
/** Share of a gap in the room's colours up to which it does not show the room. */
const HARDLY = 0.3;

/** Levels of probability at which doubts are looked for, and down to which a doubt about a place amid the person is none. */
const LEVELS = [0.95, 0.85, 0.75, 0.65, 0.55];
const DENIED = 0.3;

/** Doubts that are surrounded by the person and nowhere amount to a denial become certain: colours would make holes of them. Gaps in hair stay. */
export function settleDips({ probability, parts, width }: Seen): void {
  const unsure = take(probability.length);
  const { hair, ...others } = parts;
  const isHair = (dip: readonly number[]): boolean => {
    const [hairy, rest] = [[hair], Object.values(others)].map((planes) =>
      planes.reduce((sum, plane) => sum + dip.reduce((all, i) => all + plane[i]!, 0), 0),
    ) as [number, number];
    return hairy >= rest;
  };
  for (const level of LEVELS) {
    for (let i = 0; i < unsure.length; i++) unsure[i] = probability[i]! < level ? 1 : 0;
    for (const dip of connectedComponents(unsure, width))
      if (dip.every((i) => probability[i]! >= DENIED) && !isHair(dip)) for (const i of dip) probability[i] = 1;
  }
  give(unsure);
}

/**
 * Closes what is cloth although it looks like nothing at all: what is enclosed below the chin by the person and the photo's lower edge, and bays of
 * the outline there, but where others stand: a bay may be theirs. What shows the room stays open, and a bay of the room's colours does too.
 * @param isAlone nobody else was seen
 */
export function closeGaps(seen: Seen, isAlone: boolean): void {
  const { probability, parts, contradicted, width, height, faceHeight } = seen;
  const closed = takeZeros(probability.length);
  const open = take(probability.length);
  for (let i = 0; i < open.length; i++) open[i] = probability[i]! < 0.5 ? 1 : 0;
  for (const gap of enclosedGaps(seen, open))
    if (
      isChest(seen, gap) ||
      isLikeRim(seen, gap, open, SOME) ||
      (isBelowNeck(seen, gap) && (roomIn(seen, gap) ?? 1) < HARDLY)
    )
      for (const i of gap) closed[i] = 1;
  for (let i = 0; i < open.length; i++) if (closed[i]! > 0) open[i] = 0;
  for (const bay of isAlone ? bays(seen, open) : [])
    if (meanOf(probability, bay) > DOUBTED && isLikeRim(seen, bay, open, MOST) && (roomIn(seen, bay) ?? 0) < HARDLY)
      for (const i of bay) closed[i] = 1;
  const wide = dilate(closed, width, height, Math.max(1, Math.round(RIM * faceHeight)));
  for (let i = 0; i < closed.length; i++) {
    // The soft rim of a gap belongs to it; the soft outline of the person does not.
    if (closed[i] === 0 && (wide[i] === 0 || probability[i]! < 0.5)) continue;
    probability[i] = 1;
    if (closed[i] === 0) continue;
    parts.clothes[i] = 1;
    contradicted[i] = 0;
  }
  give(open, closed, wide);
}

const chinOf = ({ eye, faceHeight }: Seen): number => Math.round(eye[1] + CHIN * faceHeight);

function enclosedGaps(seen: Seen, open: Float32Array): number[][] {
  const { width, height, valid } = seen;
  const from = chinOf(seen);
  const end = Math.min(height, Math.floor(valid.y + valid.height));
  const within = takeZeros(open.length);
  within.set(open.subarray(0, end * width));
  const gaps = [...connectedComponents(within, width)].filter((gap) =>
    gap.every((i) => i / width >= from && i % width > valid.x + 1 && i % width < valid.x + valid.width - 2),
  );
  give(within);
  return gaps;
}

/** Narrow places that the outline below the chin leaves out. */
function bays(seen: Seen, open: Float32Array): number[][] {
  const { width, height, eye, faceHeight } = seen;
  const person = take(open.length);
  for (let i = 0; i < open.length; i++) person[i] = 1 - open[i]!;
  const filled = closing(person, width, height, Math.max(1, Math.round(BAY * faceHeight)));
  const from = chinOf(seen) * width;
  for (let i = 0; i < filled.length; i++) {
    const isBeside = i >= from && Math.abs((i % width) - eye[0]) > BEYOND_NECK * faceHeight;
    filled[i] = isBeside && filled[i]! > 0 && open[i]! > 0 ? 1 : 0;
  }
  const found = [...connectedComponents(filled, width)].filter((bay) => bay.length > SHOWS * faceHeight ** 2);
  give(person, filled);
  return found;
}

/** Whether a gap lies amid the chest, or reaches across its middle: between an arm and the body none does. */
function isChest(seen: Seen, gap: readonly number[]): boolean {
  const { width, eye, faceHeight } = seen;
  const middle = gap.reduce((sum, i) => sum + (i % width), 0) / gap.length;
  const isWithin = (faces: number) => (i: number) => Math.abs((i % width) - eye[0]) < faces * faceHeight;
  if (Math.abs(middle - eye[0]) < CHEST * faceHeight && gap.every(isWithin(2 * CHEST))) return true;
  return gap.filter(isWithin(MIDLINE)).length > SHOWS * faceHeight ** 2;
}

function isLikeRim(
  { rgb, parts, width, height, faceHeight }: Seen,
  gap: readonly number[],
  open: Float32Array,
  share: number,
): boolean {
  const own = takeZeros(open.length);
  for (const i of gap) own[i] = 1;
  const near = dilate(own, width, height, Math.max(1, Math.round(2 * RIM * faceHeight)));
  const rim: number[] = [];
  for (let i = 0; i < near.length; i++) if (near[i]! > 0 && open[i] === 0 && parts.clothes[i]! > 0.5) rim.push(i);
  give(own, near);
  const colour = rgb.map((plane) => meanOf(plane, gap));
  const alike = rim.filter((i) => Math.hypot(...rgb.map((plane, c) => plane[i]! - colour[c]!)) < ALIKE).length;
  return alike > share * rim.length;
}

const meanOf = (plane: Float32Array, places: readonly number[]): number =>
  places.reduce((sum, i) => sum + plane[i]!, 0) / places.length;

const isBelowNeck = ({ width, eye, faceHeight }: Seen, gap: readonly number[]): boolean =>
  gap.every((i) => Math.abs((i % width) - eye[0]) <= BESIDE * faceHeight);

/** Share of a gap in colours of the room around it; null where no room is seen. Without it the gap shows a collar, a strap, or what is worn below. */
function roomIn(seen: Seen, gap: readonly number[]): number | null {
  const own = new Set(gap);
  const isRoom = (i: number): boolean => seen.probability[i]! <= ROOM && !own.has(i);
  return shareInShades(seen, gap, { reach: AROUND * seen.faceHeight, isAround: isRoom, common: COMMON });
}
