import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureFaceLight } from '../core/photo/face-light.js';
import type { Face } from '../core/photo/face.js';
import { findFaces } from '../core/photo/faces.js';
import { OVAL, pointsOf } from '../core/photo/landmarks.js';
import { between, createRandom, pick, seedOf, type Random } from '../core/raster/random.js';
import { decodePhoto } from '../node/photo/decode.js';
import { sharpPictures } from '../node/pictures.js';
import { altered, type Change, type Variation } from './altered-photos.js';
import { faceModels } from './face-models.js';
import { hasPhotos, photoFolder } from './photo-sets.js';

const CHANGES = [
  'dark',
  'bright',
  'blurred',
  'cut',
  'turned',
  'small',
  'mirrored',
  'recompressed',
  'noisy',
  'grey',
] as const;

/**
 * Draws a change of a photo that brings it near a bound of the photo check, on either side of it.
 * @param light mean grey of its face
 */
function drawChange(kind: (typeof CHANGES)[number], random: Random, face: Face, light: number): Change {
  const unit = face.height / 192;
  switch (kind) {
    case 'dark':
      return { gain: between(random, 34, 62) / light };
    case 'bright':
      return { gain: between(random, 195, 320) / light };
    case 'blurred':
      return { blur: unit * between(random, 0.6, 3.2) };
    case 'cut':
      return { cut: besideFace(face, random) };
    case 'turned':
      return { turn: between(random, 24, 62) * (random() < 0.5 ? 1 : -1) };
    case 'small':
      return { scale: Math.min(1, between(random, 88, 135) / face.height) };
    case 'mirrored':
      return { isMirrored: true, gain: between(random, 0.7, 1.3) };
    case 'recompressed':
      return { quality: Math.round(between(random, 8, 50)) };
    case 'noisy':
      return { grain: between(random, 5, 50), blur: unit * between(random, 0, 2.5) };
    case 'grey':
      return { isGrey: true, gain: between(random, 0.6, 1.5) };
  }
}

/** A rectangle that ends near the face's outline on one side. */
function besideFace(face: Face, random: Random): Change['cut'] {
  const oval = pointsOf(face.mesh, OVAL);
  const [xs, ys] = [oval.map(([x]) => x), oval.map(([, y]) => y)];
  const off = between(random, -0.12, 0.06) * face.height;
  const whole = { left: 0, top: 0, right: Infinity, bottom: Infinity };
  switch (pick(random, ['left', 'right', 'top', 'bottom'])) {
    case 'left':
      return { ...whole, left: Math.max(0, Math.min(...xs) - off) };
    case 'right':
      return { ...whole, right: Math.max(...xs) + off };
    case 'top':
      return { ...whole, top: Math.max(0, Math.min(...ys) - off) };
    default:
      return { ...whole, bottom: Math.max(...ys) + off };
  }
}

/** Changes of each photo that are tried. */
const CHANGES_EACH = 2;

const FOLDERS = ['people', 'person-a', 'person-b', 'person-c', 'bad'] as const;

/** All shared photos; none where the folder is missing. */
export const sharedPhotos = (): Variation[] =>
  (hasPhotos ? FOLDERS : []).flatMap((folder) =>
    readdirSync(join(photoFolder, folder))
      .toSorted()
      .map((file) => ({
        name: `${folder}/${file}`,
        photo: () => Promise.resolve(readFileSync(join(photoFolder, folder, file))),
      })),
  );

/** Shared photos with a face, each changed in a few of the ways in turn. */
export async function* alteredPhotos(seed: string): AsyncGenerator<Variation> {
  let next = 0;
  for (const { name, photo } of sharedPhotos()) {
    const bytes = await photo();
    const decoded = await decodePhoto(bytes);
    if (typeof decoded === 'string') continue;
    const [face] = await findFaces(sharpPictures, await faceModels(), decoded);
    if (!face) continue;
    const light = measureFaceLight(decoded, face).mean;
    for (let i = 0; i < CHANGES_EACH; i++) {
      const kind = CHANGES[next++ % CHANGES.length]!;
      const random = createRandom(seedOf(seed, name, kind));
      yield { name: `${name} ${kind}`, photo: () => altered(bytes, drawChange(kind, random, face, light), random) };
    }
  }
}
