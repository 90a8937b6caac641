import sharp from 'sharp';
import type { FaceLibrary } from '../models/face-library.js';
import type { Rgb } from '../../core/raster/rgb.js';
import { measureClothes } from '../../core/photo/clothes.js';
import { measureFaceLight } from '../../core/photo/face-light.js';
import { findFaces } from '../photo/faces.js';
import { qualityOf } from '../../core/photo/quality.js';
import { measureSharpness } from '../photo/measure-sharpness.js';
import { skinToneOf } from '../../core/training/skin.js';
import type { AnalysedPhoto } from '../../core/training/analysed-photo.js';

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
