import { connectedComponents } from '../raster/components.js';
import { dilate, opening } from '../raster/morphology.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import type { Seen } from './own-person.js';
import { shareInShades } from './shades.js';
import { edgesFrom, EDGE, FREE, PERSON, ROOM, SMOOTH } from './smooth-ways.js';

/** How far outside the outline cloth may have been left out, and how far below the eyes the chin lies; in faces. */
const REACH = 0.35;
const CHIN = 0.62;
/** Probability from which a place is the person's own, and below which the model has left it out. */
const SOMEBODY = 0.9;
const LEFT_OUT = 0.5;
/** Area of the least piece that shows and of the largest that can be a mistake, in squared faces; and half the width from which it is no line. */
const [SHOWS, LARGE] = [0.0012, 0.12];
const THICK = 0.01;
/** Share of a piece about which the model contradicts itself: elsewhere it may be a chair of the same colour. */
const CONTESTED = 0.35;
/** Share of a piece that has to be in colours of the clothes around it, how far around, in faces, and how common such a colour is. */
const LIKE_CLOTHES = 0.75;
const AROUND = 0.5;
const COMMON = 0.02;
/** How far around a piece its outline is settled too, in faces. */
const RIM = 0.04;

/**
 * Pieces of clothes that the mask has left out, as of a dark sleeve before a dark picture: from sure clothes no edge leads into them, a clear one
 * parts them from the room, they have the colours of the clothes around, and the model contradicts itself about them. They are taken back, and no longer contested.
 * @param contested 1 where the model is unsure over more than an outline; changed in place
 */
export function regainCloth(
  seen: Pick<Seen, 'rgb' | 'probability' | 'parts' | 'width' | 'height' | 'eye' | 'faceHeight' | 'valid'>,
  contested: Float32Array,
): void {
  const { probability, parts, width, height, eye, faceHeight, valid } = seen;
  const n = probability.length;
  const person = take(n);
  for (let i = 0; i < n; i++) person[i] = probability[i]! > LEFT_OUT ? 1 : 0;
  const near = dilate(person, width, height, Math.round(REACH * faceHeight));
  const chin = eye[1] + CHIN * faceHeight;
  const kinds = new Uint8Array(n);
  for (let y = Math.ceil(valid.y) + 1; y < Math.min(height, valid.y + valid.height - 2); y++) {
    for (let x = Math.ceil(valid.x) + 1; x < Math.min(width, valid.x + valid.width - 2); x++) {
      const i = y * width + x;
      if (probability[i]! > SOMEBODY) kinds[i] = parts.clothes[i]! > 0.5 ? PERSON : 0;
      else if (y > chin && near[i]! > 0) kinds[i] = isMostlyHair(parts, i) ? 0 : FREE;
      else if (probability[i]! < LEFT_OUT) kinds[i] = ROOM;
    }
  }
  const fromPerson = edgesFrom(PERSON, kinds, seen, SMOOTH);
  const fromRoom = edgesFrom(ROOM, kinds, seen, SMOOTH + EDGE);
  const like = takeZeros(n);
  for (let i = 0; i < n; i++)
    if (kinds[i] === FREE && fromPerson[i]! < SMOOTH && fromRoom[i]! > fromPerson[i]! + EDGE) like[i] = 1;
  const broad = opening(like, width, height, Math.max(1, Math.round(THICK * faceHeight)));
  const regained = takeZeros(n);
  for (const piece of connectedComponents(like, width)) {
    const out = piece.filter((i) => probability[i]! < LEFT_OUT);
    if (out.filter((i) => broad[i]! > 0).length < SHOWS * faceHeight ** 2 || out.length > LARGE * faceHeight ** 2)
      continue;
    if (out.filter((i) => contested[i]! > 0).length < CONTESTED * out.length) continue;
    const isOwn = (i: number): boolean => kinds[i] === PERSON;
    const own = shareInShades(seen, out, { reach: AROUND * faceHeight, isAround: isOwn, common: COMMON });
    if (own === null || own < LIKE_CLOTHES) continue;
    for (const i of piece) regained[i] = 1;
  }
  const settled = dilate(regained, width, height, Math.max(1, Math.round(RIM * faceHeight)));
  for (let i = 0; i < n; i++) {
    if (settled[i]! > 0) contested[i] = 0;
    if (regained[i] === 0) continue;
    probability[i] = 1;
    parts.clothes[i] = 1;
  }
  give(person, near, fromPerson, fromRoom, like, broad, regained, settled);
}

const isMostlyHair = ({ hair, body, face, clothes, accessory }: Seen['parts'], i: number): boolean =>
  hair[i]! > body[i]! + face[i]! + clothes[i]! + accessory[i]!;
