import type { Cutout } from '../descriptor.js';
import type { FaceDetector, FaceWish } from '../models/face-library.js';
import type { PersonMask } from '../models/person-mask.js';
import { judgePhoto } from '../photo/judge.js';
import type { Pictures } from '../pictures.js';
import type { PhotoReason } from '../port.js';
import { give } from '../raster/scratch.js';
import type { Raster, Rgb } from '../raster/rgb.js';
import { analyseFace } from './analyse.js';
import { frameFor } from './cutout-frame.js';
import { prepareCutout } from './prepare-cutout.js';
import { findPortraitRoom, type NoRoom } from './portrait-room.js';
import { sampleCutout } from './sample-cutout.js';
import { measureTilt } from './tilt.js';

/** What is asked of a single photo: nobody is compared, and a smile decides nothing. */
const WISH: FaceWish = { embedding: false, emotion: false };

/** A person cut out of one photo, and the same part of the photo as it was. */
export interface SingleCutout {
  cutout: Cutout;
  picture: Raster;
  /** Where the photo has ended, it is grey. */
  photo: Raster;
}

/** Why no portrait can be made of a photo by itself. */
export type NoCutout = PhotoReason | NoRoom | 'light_differs';

/**
 * Judges a photo and cuts the person out, with nothing known of other photos: what a preview needs. It judges as the photo check does.
 * @param faceHeight wanted height of the face, in pixels
 */
export async function cutOutSingle(
  pictures: Pictures,
  models: { detector: FaceDetector; personMask: PersonMask },
  decoded: Rgb,
  faceHeight: number,
): Promise<SingleCutout | NoCutout> {
  const judged = await judgePhoto(pictures, models.detector, decoded, WISH);
  if (!judged.ok) return judged.reason;
  const { photo } = judged;
  const face = await measureTilt(pictures, models.detector, photo, judged.face);
  const analysed = await analyseFace(pictures, photo, face, 0);
  const room = await findPortraitRoom(pictures, models.personMask, photo, analysed, 'check');
  if (typeof room === 'string') return room;
  const order = { artifact: 'cutout', before: 'before', faceHeight, dimness: 0 };
  const prepared = await prepareCutout(pictures, photo, analysed, room, analysed.tone, order);
  const shown = prepared && (await photoPart(pictures, photo, frameFor(analysed.face, faceHeight)));
  return prepared && shown ? { cutout: prepared.cutout, picture: prepared.picture, photo: shown } : 'light_differs';
}

const GREY = 0.8;

async function photoPart(pictures: Pictures, photo: Rgb, frame: ReturnType<typeof frameFor>): Promise<Raster> {
  const { rgb, valid } = await sampleCutout(pictures, photo, frame);
  const data = new Uint8Array(valid.length * 4);
  for (let i = 0; i < valid.length; i++) {
    for (let c = 0; c < 3; c++) data[i * 4 + c] = Math.round(255 * (valid[i]! > 0 ? rgb[c as 0 | 1 | 2][i]! : GREY));
    data[i * 4 + 3] = 255;
  }
  give(...rgb, valid);
  return { data, width: frame.width, height: frame.height, channels: 4 };
}
