import type { FaceDetector } from '../../core/models/face-library.js';
import { judgePhoto } from '../../core/photo/judge.js';
import type { PhotoInspection } from '../../core/port.js';
import { sharpPictures } from '../pictures.js';
import { decodePhoto, encodeNormalised } from './decode.js';

/** Decodes, normalises and judges one photo in this process. */
export async function inspectPhoto(library: FaceDetector, bytes: Uint8Array): Promise<PhotoInspection> {
  const decoded = await decodePhoto(bytes);
  if (typeof decoded === 'string') return { ok: false, reason: decoded };
  const judged = await judgePhoto(sharpPictures, library, decoded);
  if (!judged.ok) return judged;
  const { photo, analysis } = judged;
  return { ok: true, jpeg: await encodeNormalised(photo), width: photo.width, height: photo.height, analysis };
}
