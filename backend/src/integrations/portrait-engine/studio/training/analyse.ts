import sharp from 'sharp';
import type { FaceLibrary } from '../models/face-library.js';
import type { Rgb } from '../photo/decode.js';
import { measureClothes } from '../photo/clothes.js';
import { measureFaceLight } from '../photo/face-light.js';
import { findFaces, type Face } from '../photo/faces.js';
import { qualityOf } from '../photo/quality.js';
import { measureSharpness } from '../photo/sharpness.js';
import { skinToneOf, type SkinTone } from './skin.js';

/** What training knows of one photo; the pixels are decoded again when they are needed. */
export interface AnalysedPhoto {
  index: number;
  face: Face;
  quality: number;
  tone: SkinTone;
  /** Mean colour of what is worn, 8-bit sRGB; null where too little of it is seen. */
  clothes: readonly [number, number, number] | null;
}

/** Decodes a normalised photo as the inspector wrote it. */
export async function decodeNormalised(jpeg: Buffer): Promise<Rgb> {
  const { data, info } = await sharp(jpeg, { failOn: 'error', limitInputPixels: 50_000_000 })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Finds face, quality and skin of one photo; null when no single face is found any more. */
export async function analysePhoto(library: FaceLibrary, photo: Rgb, index: number): Promise<AnalysedPhoto | null> {
  const [face] = await findFaces(library, photo);
  if (!face) return null;
  const light = measureFaceLight(photo, face);
  const sharpness = await measureSharpness(photo, face);
  return {
    index,
    face,
    quality: qualityOf({ face, light, sharpness }),
    tone: skinToneOf(photo, face),
    clothes: measureClothes(photo, face),
  };
}
