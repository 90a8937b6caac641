import type { PersonParts } from '../models/person-mask.js';
import type { Point } from '../photo/landmarks.js';
import { connectedComponents } from '../raster/components.js';
import { flood } from '../raster/flood.js';
import type { Planes } from '../raster/guided-filter.js';
import { dilate, opening } from '../raster/morphology.js';
import type { Region } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';

/** Everybody whom the model sees, and whose face the portrait is of. All of one size. */
export interface Seen {
  rgb: Planes;
  /** How surely each pixel is a person; changed in place. */
  probability: Float32Array;
  parts: PersonParts;
  width: number;
  height: number;
  /** 1 in the person's own face. */
  face: Float32Array;
  /** Centre between the eyes, and forehead to chin in these pixels. */
  eye: Point;
  faceHeight: number;
  /** The part that shows the photo. */
  valid: Region;
}

/** Area from which a second face or a thing is more than an ear or an earring, in squared faces. */
const FACE = 0.025;
const THING = 0.02;
/** Share of a thing's rim that lies at clothes or skin, below which it is beside the person and not worn. */
const WORN = 0.75;
/** How far around a gap its soft rim goes, in faces, and the difference of colours (0..1) up to which it shows the cloth around it. */
const RIM = 0.05;
const ALIKE = 0.1;
/** Share of that cloth which has to look so: straps and scarves lie on it. */
const SOME = 0.35;
/** Half the width of the head with its hat, and how far below the eyes it ends; in faces. */
const HEAD = 0.75;
const CHIN = 0.62;
/** Half the width of the narrowest bridge over which two faces count as one, in faces. */
const BRIDGE = 0.06;
/** How near the background another face lies, in faces: one that is printed on a shirt does not. */
const AT_RIM = 0.08;
/** Half the width of the chest below the face, and how far below the eyes it begins; in faces. */
const CHEST = 0.3;
const BELOW_EYES = 0.9;

/** Takes other people out, and things that are not worn, such as the hat of somebody behind; closes holes. */
export function keepOwn(seen: Seen): void {
  dropOthers(seen);
  dropThings(seen);
  closeGaps(seen);
  settleDips(seen);
}

/** Levels of probability at which doubts are looked for, and down to which a doubt about a place amid the person is none. */
const LEVELS = [0.95, 0.85, 0.75, 0.65, 0.55];
const DENIED = 0.3;

/** Doubts that are surrounded by the person and nowhere amount to a denial become certain: colours would make holes of them. Gaps in hair stay. */
function settleDips({ probability, parts, width }: Seen): void {
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

/** What is nearer to another face than to the own face or chest, on the way over people, is another person's. */
function dropOthers({ probability, parts, width, height, face: own, eye, faceHeight }: Seen): void {
  const isPerson = (i: number): boolean => probability[i]! > 0.5;
  const faces = take(own.length);
  const nobody = take(own.length);
  for (let i = 0; i < own.length; i++) {
    faces[i] = parts.face[i]! > 0.5 ? 1 : 0;
    nobody[i] = isPerson(i) ? 0 : 1;
  }
  const solid = opening(faces, width, height, Math.round(BRIDGE * faceHeight));
  const rim = dilate(nobody, width, height, Math.max(1, Math.round(AT_RIM * faceHeight)));
  const others: number[] = [];
  for (const face of connectedComponents(solid, width)) {
    const isOther =
      face.length > FACE * faceHeight ** 2 &&
      !face.some((i) => own[i]! > 0) &&
      face.some((i) => rim[i]! > 0 || i % width === 0 || i % width === width - 1);
    if (isOther) others.push(...face);
  }
  give(faces, solid, nobody, rim);
  if (others.length === 0) return;
  const owner = new Uint8Array(own.length);
  const queue: number[] = [];
  const claim = (i: number, by: 1 | 2): void => {
    if (owner[i] !== 0 || !isPerson(i)) return;
    owner[i] = by;
    queue.push(i);
  };
  const [left, right] = [eye[0] - CHEST * faceHeight, eye[0] + CHEST * faceHeight];
  for (let i = 0; i < own.length; i++) {
    const x = i % width;
    if (own[i]! > 0 || (x > left && x < right && i / width > eye[1] + BELOW_EYES * faceHeight)) claim(i, 1);
  }
  for (const i of others) claim(i, 2);
  for (let k = 0; k < queue.length; k++) {
    const i = queue[k]!;
    const by = owner[i] as 1 | 2;
    const x = i % width;
    if (x > 0) claim(i - 1, by);
    if (x < width - 1) claim(i + 1, by);
    if (i >= width) claim(i - width, by);
    if (i + width < own.length) claim(i + width, by);
  }
  drop({ probability, parts, width, height, faceHeight }, (i) => owner[i] === 2);
}

/** Things that do not touch the own head and stand out from the body, such as a stranger's hat, a lamp or a bag. */
function dropThings(seen: Seen): void {
  const { probability, parts, width, height, face: own } = seen;
  const head = new Uint8Array(own.length);
  const seeds: number[] = [];
  for (let i = 0; i < own.length; i++) if (own[i]! > 0) seeds.push(i);
  flood(
    seeds,
    head,
    width,
    (i) => probability[i]! > 0.5 && parts.face[i]! + parts.hair[i]! + parts.accessory[i]! > 0.5,
  );
  const things = take(own.length);
  const isBody = (i: number): boolean => parts.clothes[i]! + parts.body[i]! > 0.5;
  for (let i = 0; i < own.length; i++)
    things[i] = probability[i]! > 0.3 && head[i] === 0 && !isBody(i) && parts.hair[i]! + parts.face[i]! < 0.5 ? 1 : 0;
  const dropped = new Uint8Array(own.length);
  for (const thing of connectedComponents(things, width)) {
    const core = thing.filter((i) => parts.accessory[i]! > 0.5).length;
    if (thing.filter((i) => isAtHead(seen, i)).length > thing.length / 2) continue;
    if (core < THING * seen.faceHeight ** 2) continue;
    let [rim, worn] = [0, 0];
    for (const i of thing) {
      for (const j of [i - 1, i + 1, i - width, i + width]) {
        if (j < 0 || j >= own.length || things[j] === 1) continue;
        rim++;
        if (isBody(j)) worn++;
      }
    }
    if (worn < WORN * rim) for (const i of thing) dropped[i] = 1;
  }
  give(things);
  drop({ probability, parts, width, height, faceHeight: seen.faceHeight }, (i) => dropped[i] === 1);
}

const isAtHead = ({ width, eye, faceHeight }: Seen, i: number): boolean =>
  Math.abs((i % width) - eye[0]) < HEAD * faceHeight && i / width < eye[1] + CHIN * faceHeight;

/** How far around what is dropped its soft edge goes, in faces. */
const SOFT = 0.03;

function drop(
  {
    probability,
    parts,
    width,
    height,
    faceHeight,
  }: Pick<Seen, 'probability' | 'parts' | 'width' | 'height' | 'faceHeight'>,
  isDropped: (i: number) => boolean,
): void {
  const dropped = takeZeros(probability.length);
  for (let i = 0; i < dropped.length; i++) if (isDropped(i)) dropped[i] = 1;
  const wide = dilate(dropped, width, height, Math.max(1, Math.round(SOFT * faceHeight)));
  for (let i = 0; i < dropped.length; i++) {
    // The soft edge of the person's own body stays.
    if (dropped[i] === 0 && (wide[i] === 0 || probability[i]! > 0.5)) continue;
    probability[i] = 0;
    for (const part of Object.values(parts)) part[i] = 0;
  }
  give(dropped, wide);
}

/**
 * What is enclosed below the chin by the person and the photo's lower edge, and is as dark or as white as the cloth around it or lies in the
 * middle of the chest, is cloth that looks like nothing at all. What shows something else is the room beside an arm.
 */
function closeGaps(seen: Seen): void {
  const { probability, parts, width, height, eye, faceHeight, valid } = seen;
  const from = Math.round(eye[1] + CHIN * faceHeight);
  const end = Math.min(height, Math.floor(valid.y + valid.height));
  const gaps = takeZeros(probability.length);
  for (let i = 0; i < end * width; i++) gaps[i] = probability[i]! < 0.5 ? 1 : 0;
  const closed = takeZeros(probability.length);
  for (const gap of connectedComponents(gaps, width)) {
    const isEnclosed = gap.every(
      (i) => i / width >= from && i % width > valid.x + 1 && i % width < valid.x + valid.width - 2,
    );
    if (isEnclosed && (isChest(seen, gap) || isLikeRim(seen, gap, gaps))) for (const i of gap) closed[i] = 1;
  }
  const wide = dilate(closed, width, height, Math.max(1, Math.round(RIM * faceHeight)));
  for (let i = 0; i < closed.length; i++) {
    // The soft rim of a gap belongs to it; the soft outline of the person does not.
    if (closed[i] === 0 && (wide[i] === 0 || probability[i]! < 0.5)) continue;
    probability[i] = 1;
    if (closed[i]! > 0) parts.clothes[i] = 1;
  }
  give(gaps, closed, wide);
}

function isChest({ width, eye, faceHeight }: Seen, gap: readonly number[]): boolean {
  const middle = gap.reduce((sum, i) => sum + (i % width), 0) / gap.length;
  return (
    Math.abs(middle - eye[0]) < CHEST * faceHeight &&
    gap.every((i) => Math.abs((i % width) - eye[0]) < 2 * CHEST * faceHeight)
  );
}

function isLikeRim(
  { rgb, parts, width, height, faceHeight }: Seen,
  gap: readonly number[],
  gaps: Float32Array,
): boolean {
  const own = takeZeros(gaps.length);
  for (const i of gap) own[i] = 1;
  const near = dilate(own, width, height, Math.max(1, Math.round(2 * RIM * faceHeight)));
  const rim: number[] = [];
  for (let i = 0; i < near.length; i++) if (near[i]! > 0 && gaps[i] === 0 && parts.clothes[i]! > 0.5) rim.push(i);
  give(own, near);
  const colour = rgb.map((plane) => meanOf(plane, gap));
  const alike = rim.filter((i) => Math.hypot(...rgb.map((plane, c) => plane[i]! - colour[c]!)) < ALIKE).length;
  return alike > SOME * rim.length;
}

const meanOf = (plane: Float32Array, places: readonly number[]): number =>
  places.reduce((sum, i) => sum + plane[i]!, 0) / places.length;
