import type { FaceDetector, FaceWish } from '../models/face-library.js';
import type { Pictures } from '../pictures.js';
import type { Rgb } from '../raster/rgb.js';
import type { Face } from '../photo/face.js';
import { measureClothes } from '../photo/clothes.js';
import { measureFaceLight } from '../photo/face-light.js';
import { findFaces } from '../photo/faces.js';
import { qualityOf } from '../photo/quality.js';
import { measureSharpness } from '../photo/measure-sharpness.js';
import { findCast, toneWithout } from './cast.js';
import { skinToneOf } from './skin.js';
import type { AnalysedPhoto } from './analysed-photo.js';

/** The likeness is known since the photo check. */
const WISH: FaceWish = { embedding: false, emotion: true };

/** Finds face, quality and skin of one photo; null when no single face is found any more. */
export async function analysePhoto(
  pictures: Pictures,
  library: FaceDetector,
  photo: Rgb,
  index: number,
): Promise<AnalysedPhoto | null> {
  const [face] = await findFaces(pictures, library, photo, WISH);
  return face ? analyseFace(pictures, photo, face, index) : null;
}

/** The same of a face that is found already. */
export async function analyseFace(pictures: Pictures, photo: Rgb, face: Face, index: number): Promise<AnalysedPhoto> {
  const light = measureFaceLight(photo, face);
  const photoTone = skinToneOf(photo, face);
  const cast = findCast(photo, face, photoTone);
  const sharpness = await measureSharpness(pictures, photo, face);
  return {
    index,
    face,
    quality: qualityOf({ face, light, sharpness }),
    cast,
    photoTone,
    tone: toneWithout(photoTone, cast),
    clothes: measureClothes(photo, face),
  };
}
