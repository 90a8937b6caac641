import type { FaceDetector, FaceWish } from '../models/face-library.js';
import { embeddingToText } from '../photo-likeness.js';
import type { Pictures } from '../pictures.js';
import type { PhotoAnalysis, PhotoReason } from '../port.js';
import { quarterTurns, type Rgb } from '../raster/rgb.js';
import { measureClothes } from './clothes.js';
import { measureFaceLight } from './face-light.js';
import type { Face } from './face.js';
import { EVERYTHING, findFaces } from './faces.js';
import { measureSharpness } from './measure-sharpness.js';
import { perceptualHash } from './perceptual-hash.js';
import { qualityOf } from './quality.js';
import { measureBelowEyes } from './sunglasses.js';
import { verdictOf, type Measured } from './verdict.js';

/** A photo that can be used, upright, with what is known of it; or why it cannot be used. */
export type Judgement =
  | { ok: true; photo: Rgb; face: Face; analysis: PhotoAnalysis }
  | { ok: false; reason: PhotoReason };

/** Judges a decoded photo. @param wish without the likeness vector nobody can be compared, without emotion a smile counts nothing */
export async function judgePhoto(
  pictures: Pictures,
  library: FaceDetector,
  decoded: Rgb,
  wish = EVERYTHING,
): Promise<Judgement> {
  const { photo, faces } = await findUpright(pictures, library, decoded, wish);
  const [face] = faces;
  if (!face) return { ok: false, reason: 'no_face' };
  const measured = await measure(pictures, photo, face, faces);
  const reason = verdictOf(measured);
  if (reason !== null) return { ok: false, reason };
  return {
    ok: true,
    photo,
    face,
    analysis: {
      quality: qualityOf({ face, ...measured }),
      faceHeight: face.height,
      yaw: face.yaw,
      roll: face.roll,
      embedding: embeddingToText(face.embedding),
      perceptualHash: await perceptualHash(pictures, photo),
      faceLight: Math.round(measured.light.mean),
      clothes: measureClothes(photo, face),
    },
  };
}

/** Measures light, sharpness and the skin below the eyes of the largest face of all those in the photo. */
async function measure(pictures: Pictures, photo: Rgb, face: Face, faces: Face[]): Promise<Measured> {
  return {
    faces,
    light: measureFaceLight(photo, face),
    sharpness: await measureSharpness(pictures, photo, face),
    belowEyes: measureBelowEyes(photo, face),
  };
}

/** A single face lying on its side means that the camera's rotation mark was lost: the photo is turned upright and read again. */
async function findUpright(
  pictures: Pictures,
  library: FaceDetector,
  photo: Rgb,
  wish: FaceWish,
): Promise<{ photo: Rgb; faces: Face[] }> {
  const faces = await findFaces(pictures, library, photo, wish);
  const [face, another] = faces;
  const turns = face && !another ? Math.round(-face.roll / (Math.PI / 2)) : 0;
  if (turns === 0) return { photo, faces };
  const upright = quarterTurns(photo, (turns + 4) % 4);
  const again = await findFaces(pictures, library, upright, wish);
  const [turned, secondTurned] = again;
  return turned && !secondTurned && Math.abs(turned.roll) < 0.6 ? { photo: upright, faces: again } : { photo, faces };
}
