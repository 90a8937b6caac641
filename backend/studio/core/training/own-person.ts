import type { PersonParts } from '../models/person-mask.js';
import type { Point } from '../photo/landmarks.js';
import { connectedComponents } from '../raster/components.js';
import { flood } from '../raster/flood.js';
import type { Planes } from '../raster/guided-filter.js';
import { dilate, opening } from '../raster/morphology.js';
import type { Region } from '../raster/resample.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import { closeGaps, settleDips } from './gaps.js';

/** Everybody whom the model sees, and whose face the portrait is of. All of one size. */
export interface Seen {
  rgb: Planes;
  /** How surely each pixel is a person; changed in place. */
  probability: Float32Array;
  parts: PersonParts;
  /** 1 where two looks at a place contradict each other; changed in place. */
  contradicted: Float32Array;
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
/** Half the width of the head with its hat, and how far below the eyes it ends; in faces. */
const HEAD = 0.75;
const CHIN = 0.62;
/** Half the width of the narrowest bridge over which two faces count as one, and of wider ones by which faces touch, in faces. */
const BRIDGE = 0.06;
const TOUCHING = [0.12, 0.2] as const;
/** How near the background another face lies, in faces: one that is printed on a shirt does not. */
const AT_RIM = 0.08;
/** Half the width of the chest below the face, and how far below the eyes it begins; in faces. */
const CHEST = 0.3;
const BELOW_EYES = 0.9;

/**
 * Takes other people out, and things that are not worn, such as the hat of somebody behind; closes holes.
 * @returns how large a face is that runs into the person's own, in squared faces: no outline between them is to be trusted; and whether nobody else was seen
 */
export function keepOwn(seen: Seen): { touching: number; isAlone: boolean } {
  const { others, touching } = tellFacesApart(seen);
  dropOthers(seen, others);
  dropThings(seen);
  const isAlone = others.length === 0;
  closeGaps(seen, isAlone);
  settleDips(seen);
  return { touching, isAlone };
}

/** Faces of other people, as indices of pixels, also where one runs into the own face. */
function tellFacesApart({ probability, parts, width, height, face: own, faceHeight }: Seen): {
  others: number[];
  touching: number;
} {
  const faces = take(own.length);
  const nobody = take(own.length);
  for (let i = 0; i < own.length; i++) {
    faces[i] = parts.face[i]! > 0.5 ? 1 : 0;
    nobody[i] = probability[i]! > 0.5 ? 0 : 1;
  }
  const rim = dilate(nobody, width, height, Math.max(1, Math.round(AT_RIM * faceHeight)));
  const isOther = (face: readonly number[]): boolean =>
    face.length > FACE * faceHeight ** 2 &&
    !face.some((i) => own[i]! > 0) &&
    face.some((i) => rim[i]! > 0 || i % width === 0 || i % width === width - 1);
  const otherFaces = (bridge: number): number[][] => {
    const solid = opening(faces, width, height, Math.round(bridge * faceHeight));
    const found = [...connectedComponents(solid, width)].filter(isOther);
    give(solid);
    return found;
  };
  const others = otherFaces(BRIDGE).flat();
  const known = new Set(others);
  const touching = TOUCHING.flatMap(otherFaces).filter((face) => !face.some((i) => known.has(i)));
  give(faces, nobody, rim);
  return { others, touching: Math.max(0, ...touching.map((face) => face.length)) / faceHeight ** 2 };
}

/** What is nearer to another face than to the own face or chest, on the way over people, is another person's. */
function dropOthers(seen: Seen, others: readonly number[]): void {
  const { probability, width, face: own, eye, faceHeight } = seen;
  const isPerson = (i: number): boolean => probability[i]! > 0.5;
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
  drop(
    seen,
    queue.filter((i) => owner[i] === 2),
  );
}

/** Things that do not touch the own head and stand out from the body, such as a stranger's hat, a lamp or a bag. */
function dropThings(seen: Seen): void {
  const { probability, parts, width, face: own } = seen;
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
  const dropped: number[] = [];
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
    if (worn < WORN * rim) for (const i of thing) dropped.push(i);
  }
  give(things);
  drop(seen, dropped);
}

const isAtHead = ({ width, eye, faceHeight }: Seen, i: number): boolean =>
  Math.abs((i % width) - eye[0]) < HEAD * faceHeight && i / width < eye[1] + CHIN * faceHeight;

/** How far around what is dropped its soft edge goes, in faces. */
const SOFT = 0.03;

/** Takes places out, with the soft edge around them. */
export function drop(
  {
    probability,
    parts,
    width,
    height,
    faceHeight,
  }: Pick<Seen, 'probability' | 'parts' | 'width' | 'height' | 'faceHeight'>,
  places: readonly number[],
): void {
  const dropped = takeZeros(probability.length);
  for (const i of places) dropped[i] = 1;
  const wide = dilate(dropped, width, height, Math.max(1, Math.round(SOFT * faceHeight)));
  for (let i = 0; i < dropped.length; i++) {
    // The soft edge of the person's own body stays.
    if (dropped[i] === 0 && (wide[i] === 0 || probability[i]! > 0.5)) continue;
    probability[i] = 0;
    for (const part of Object.values(parts)) part[i] = 0;
  }
  give(dropped, wide);
}
