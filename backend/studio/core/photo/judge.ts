import type { FaceDetector, FaceWish } from '../models/face-library.js';
import { embeddingToText } from '../photo-likeness.js';
import type { Pictures } from '../pictures.js';
import type { PhotoAnalysis, PhotoReason } from '../port.js';
import { quarterTurns, type Rgb } from '../raster/rgb.js';
import { BOUNDS, type Bounds } from './bounds.js';
import { measureClothes } from './clothes.js';
import { measureFaceLight } from './face-light.js';
import type { Face } from './face.js';
import { EVERYTHING, facesThatCount, lookForFaces, type SeenFace } from './faces.js';
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
  const { photo, measured, reason } = await assess(pictures, lookAt(pictures, library, decoded, wish), BOUNDS);
  if (reason !== null) return { ok: false, reason };
  const { face } = measured;
  return {
    ok: true,
    photo,
    face,
    analysis: {
      quality: qualityOf(measured),
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

/** What the models see in a photo after this many quarter turns. */
export type Look = (turns: number) => Promise<{ photo: Rgb; seen: SeenFace[] }>;

/** Looks once at each turn of a photo, however often it is judged. */
export function lookAt(pictures: Pictures, library: FaceDetector, decoded: Rgb, wish: FaceWish): Look {
  const looks = new Map<number, ReturnType<Look>>();
  const look: Look = async (turns) => {
    const photo = quarterTurns(decoded, turns);
    return { photo, seen: await lookForFaces(pictures, library, photo, wish) };
  };
  return (turns) => {
    const looked = looks.get(turns) ?? look(turns);
    looks.set(turns, looked);
    return looked;
  };
}

/** A photo, upright, and the first rule that it breaks. */
export type Assessment =
  | { photo: Rgb; measured: Measured; reason: PhotoReason | null }
  | { photo: Rgb; measured: null; reason: 'no_face' };

/** Measures a photo against bounds. */
export async function assess(pictures: Pictures, look: Look, bounds: Bounds): Promise<Assessment> {
  const { photo, faces } = await findUpright(look, bounds);
  const [face, ...others] = faces;
  if (!face) return { photo, measured: null, reason: 'no_face' };
  const measured = await measure(pictures, photo, face, others.length);
  return { photo, measured, reason: verdictOf(measured, bounds) };
}

/** Measures light, sharpness and the skin below the eyes of the largest face in the photo. */
const measure = async (pictures: Pictures, photo: Rgb, face: Face, others: number): Promise<Measured> => ({
  face,
  others,
  light: measureFaceLight(photo, face),
  sharpness: await measureSharpness(pictures, photo, face),
  belowEyes: measureBelowEyes(photo, face),
});

/** A single face lying on its side means that the camera's rotation mark was lost: the photo is turned upright and read again. */
async function findUpright(look: Look, bounds: Bounds): Promise<{ photo: Rgb; faces: Face[] }> {
  const { photo, seen } = await look(0);
  const faces = facesThatCount(seen, bounds);
  const [face, another] = faces;
  const turns = face && !another ? turnsBack(face.roll, bounds) : 0;
  if (turns === 0) return { photo, faces };
  const upright = await look(turns);
  const again = facesThatCount(upright.seen, bounds);
  const [turned, secondTurned] = again;
  return turned && !secondTurned && Math.abs(turned.roll) < bounds.roll
    ? { photo: upright.photo, faces: again }
    : { photo, faces };
}

/** Quarter turns clockwise that bring a face upright. */
function turnsBack(roll: number, { lying }: Bounds): number {
  const turns = Math.floor((Math.abs(roll) - lying) / (Math.PI / 2)) + 1;
  return roll < 0 ? turns : (4 - turns) % 4;
}
