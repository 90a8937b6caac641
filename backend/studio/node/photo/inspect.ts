import type { PhotoInspection } from '../../core/port.js';
import type { FaceLibrary } from '../models/face-library.js';
import { measureClothes } from '../../core/photo/clothes.js';
import { decodePhoto, encodeNormalised, quarterTurns } from './decode.js';
import type { Rgb } from '../../core/raster/rgb.js';
import { measureFaceLight } from '../../core/photo/face-light.js';
import { embeddingToText } from '../../core/photo-likeness.js';
import { findFaces } from './faces.js';
import type { Face } from '../../core/photo/face.js';
import { perceptualHash } from './perceptual-hash.js';
import { qualityOf } from '../../core/photo/quality.js';
import { measureSharpness } from './measure-sharpness.js';
import { measureEyeShade } from '../../core/photo/sunglasses.js';
import { verdictOf, type Measured } from '../../core/photo/verdict.js';

/** Decodes, normalises and judges one photo in this process. */
export async function inspectPhoto(library: FaceLibrary, bytes: Buffer): Promise<PhotoInspection> {
  const decoded = await decodePhoto(bytes);
  if (typeof decoded === 'string') return { ok: false, reason: decoded };
  const { photo, faces } = await findUpright(library, decoded);
  const [face] = faces;
  if (!face) return { ok: false, reason: 'no_face' };
  const measured = await measure(photo, face, faces);
  const reason = verdictOf(measured);
  if (reason !== null) return { ok: false, reason };
  return {
    ok: true,
    jpeg: await encodeNormalised(photo),
    width: photo.width,
    height: photo.height,
    analysis: {
      quality: qualityOf({ face, ...measured }),
      faceHeight: face.height,
      yaw: face.yaw,
      roll: face.roll,
      embedding: embeddingToText(face.embedding),
      perceptualHash: await perceptualHash(photo),
      faceLight: Math.round(measured.light.mean),
      clothes: measureClothes(photo, face),
    },
  };
}

/** Measures light, sharpness and shade of the largest face of all those in the photo. */
export async function measure(photo: Rgb, face: Face, faces: Face[]): Promise<Measured> {
  return {
    faces,
    light: measureFaceLight(photo, face),
    sharpness: await measureSharpness(photo, face),
    shade: measureEyeShade(photo, face),
  };
}

/** A single face lying on its side means that the camera's rotation mark was lost: the photo is turned upright and read again. */
async function findUpright(library: FaceLibrary, photo: Rgb): Promise<{ photo: Rgb; faces: Face[] }> {
  const faces = await findFaces(library, photo);
  const [face, another] = faces;
  const turns = face && !another ? Math.round(-face.roll / (Math.PI / 2)) : 0;
  if (turns === 0) return { photo, faces };
  const upright = await quarterTurns(photo, (turns + 4) % 4);
  const again = await findFaces(library, upright);
  const [turned, secondTurned] = again;
  return turned && !secondTurned && Math.abs(turned.roll) < 0.6 ? { photo: upright, faces: again } : { photo, faces };
}
