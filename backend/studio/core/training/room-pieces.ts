import type { Point } from '../photo/landmarks.js';
import { connectedComponents } from '../raster/components.js';
import { dilate, opening } from '../raster/morphology.js';
import { fillPolygon } from '../raster/polygon.js';
import { give, take, takeZeros } from '../raster/scratch.js';
import { drop, type Seen } from './own-person.js';
import { shareInShades } from './shades.js';
import { edgesFrom, EDGE, FREE, PERSON, ROOM, SMOOTH } from './smooth-ways.js';

/** How far inside the outline a piece of the room may lie, in faces: beyond, the person is taken for granted. */
const REACH = 0.12;
/** Probabilities up to which a place is the room for certain, and from which it is the person's own. */
const [NOBODY, SOMEBODY] = [0.04, 0.9];
/** Area of the least piece that shows and of the largest that can be a mistake, in squared faces; and half the width from which it is no line. */
const [SHOWS, LARGE] = [0.0012, 0.04];
const THICK = 0.01;
/** Share of a piece that the model doubts; or else its share in colours that the person has around, which is as low as that. */
const DOUBTED = 0.25;
const FOREIGN = 0.25;
/** How far around a piece the person's colours are looked at, in faces, and the share of them that a common one has. */
const AROUND = 0.5;
const COMMON = 0.02;

/**
 * Pieces of the room that the mask has taken along, as the wall in the corner between hair and shoulder: from the room outside no edge of
 * the picture leads into them, a clear one parts them from the person, and the model doubts them or the person has no such colour. They are
 * taken out.
 * @param oval the person's own face @param undecided 1 where the model is unsure over more than an outline
 */
export function dropRoomPieces(
  seen: Omit<Seen, 'eye' | 'contradicted' | 'face'>,
  oval: readonly Point[],
  undecided: Float32Array,
): void {
  const { probability, width, height, faceHeight, valid } = seen;
  const n = probability.length;
  const face = takeZeros(n);
  fillPolygon(face, width, height, oval);
  const room = take(n);
  for (let i = 0; i < n; i++) room[i] = probability[i]! < 0.5 ? 1 : 0;
  const rim = dilate(room, width, height, Math.max(2, Math.round(REACH * faceHeight)));
  const kinds = new Uint8Array(n);
  for (let y = Math.ceil(valid.y) + 1; y < Math.min(height, valid.y + valid.height - 2); y++) {
    for (let x = Math.ceil(valid.x) + 1; x < Math.min(width, valid.x + valid.width - 2); x++) {
      const i = y * width + x;
      if (probability[i]! < NOBODY) kinds[i] = ROOM;
      else if (rim[i]! > 0 && face[i] === 0) kinds[i] = FREE;
      else if (probability[i]! > SOMEBODY) kinds[i] = PERSON;
    }
  }
  const fromRoom = edgesFrom(ROOM, kinds, seen, SMOOTH);
  const fromPerson = edgesFrom(PERSON, kinds, seen, SMOOTH + EDGE);
  const like = takeZeros(n);
  for (let i = 0; i < n; i++)
    if (kinds[i] === FREE && fromRoom[i]! < SMOOTH && fromPerson[i]! > fromRoom[i]! + EDGE) like[i] = 1;
  const broad = opening(like, width, height, Math.max(1, Math.round(THICK * faceHeight)));
  const isPiece = (piece: readonly number[]): boolean => {
    const shown = piece.filter((i) => probability[i]! > 0.5);
    const thick = shown.filter((i) => broad[i]! > 0).length;
    if (thick < SHOWS * faceHeight ** 2 || shown.length > LARGE * faceHeight ** 2) return false;
    if (shown.filter((i) => undecided[i]! > 0).length > DOUBTED * shown.length) return true;
    const isOwn = (i: number): boolean => kinds[i] === PERSON && undecided[i] === 0;
    const own = shareInShades(seen, shown, { reach: AROUND * faceHeight, isAround: isOwn, common: COMMON });
    return own !== null && own < FOREIGN;
  };
  drop(seen, [...connectedComponents(like, width)].filter(isPiece).flat());
  give(face, room, rim, fromRoom, fromPerson, like, broad);
}
