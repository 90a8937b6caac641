import type { FaceLibrary } from '../../core/models/face-library.js';
import { isGrimace } from '../../core/photo/expression.js';
import type { Face } from '../../core/photo/face.js';
import { judgePhoto, type Judgement } from '../../core/photo/judge.js';
import type { PhotoDoubt, PhotoInspection } from '../../core/port.js';
import { isSmall } from '../../core/rendering/portrait-size.js';
import { dropScratch } from '../../core/raster/scratch.js';
import type { Rgb } from '../../core/raster/rgb.js';
import { findPortraitRoom } from '../../core/training/portrait-room.js';
import { skinToneOf } from '../../core/training/skin.js';
import { measureTilt } from '../../core/training/tilt.js';
import { sharpPictures } from '../pictures.js';
import { decodePhoto, encodeNormalised } from './decode.js';

/** Decodes, normalises and judges one photo in this process. */
export async function inspectPhoto(library: FaceLibrary, bytes: Uint8Array): Promise<PhotoInspection> {
  const judged = await judgeUpload(library, bytes);
  if (!judged.ok) return judged;
  const { photo, face } = judged;
  const analysis = { ...judged.analysis, doubt: await findDoubt(library, photo, face) };
  return { ok: true, jpeg: await encodeNormalised(photo), width: photo.width, height: photo.height, analysis };
}

/** Decides whether one photo can be used. */
export async function judgeUpload(library: FaceLibrary, bytes: Uint8Array): Promise<Judgement> {
  const decoded = await decodePhoto(bytes);
  if (typeof decoded === 'string') return { ok: false, reason: decoded };
  return judgePhoto(sharpPictures, library, decoded);
}

/**
 * Looks at a photo with the training's eyes: what it would not use is to be said while another photo can be taken. First comes what no
 * portrait can be made with at all.
 */
async function findDoubt(library: FaceLibrary, photo: Rgb, seen: Face): Promise<PhotoDoubt | null> {
  const face = await measureTilt(sharpPictures, library, photo, seen);
  const room = await findPortraitRoom(
    sharpPictures,
    library.personMask,
    photo,
    { face, tone: skinToneOf(photo, face) },
    'check',
  );
  // The next photo has another size.
  dropScratch();
  if (typeof room === 'string') return room;
  if (isGrimace(seen)) return 'expression';
  if (isSmall(seen.height)) return 'small';
  return room.holdsFace ? 'hands' : null;
}
