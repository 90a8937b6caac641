import type { PhotoReason } from '../core/port.js';
import type { Pictures } from '../core/pictures.js';
import { isTooLarge, NORMALISED_SIDE } from '../core/photo/limits.js';
import { pictureSize, type PictureSize } from '../core/photo/picture-size.js';
import { sniff } from '../core/photo/sniff.js';
import { resampleLanczos } from '../core/raster/lanczos.js';
import type { Rgb } from '../core/raster/rgb.js';

/** Bytes at a file's beginning that hold its header, behind whatever cameras put before it. */
const HEADER = 512 * 1024;

/** The browser's decoder, and the engine's own resampling. */
export const browserPictures: Pictures = {
  async decode(file) {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(file)]));
    const pixels = pixelsOf(bitmap, bitmap.width, bitmap.height);
    return { data: new Uint8Array(pixels.data.buffer), width: pixels.width, height: pixels.height, channels: 4 };
  },
  resample: async (picture, to) => resampleLanczos(picture, to),
};

/**
 * Decodes a photo as the server does: upright, on white, at most 2400 px a side. HEIC where the system can. What is too large by its header
 * is not decoded.
 */
export async function decodePhoto(photo: Blob): Promise<Rgb | PhotoReason> {
  const head = new Uint8Array(await photo.slice(0, HEADER).arrayBuffer());
  const format = sniff(head);
  if (format === 'other') return 'unsupported_format';
  const size = pictureSize(head, format);
  if (size && isTooLarge(size)) return 'too_many_pixels';
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(photo, size ? shrunk(size) : {});
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return format === 'heic' ? 'heic' : 'damaged';
  }
  if (isTooLarge(bitmap)) {
    bitmap.close();
    return 'too_many_pixels';
  }
  const { width, height } = bitmap;
  const scale = Math.min(1, NORMALISED_SIDE / Math.max(width, height));
  return withoutAlpha(pixelsOf(bitmap, Math.round(width * scale), Math.round(height * scale), '#fff'));
}

/** Decoded no larger than needed; a photo that lies on its side a little larger, as its header says the sides before the turn. */
function shrunk({ width, height }: PictureSize): ImageBitmapOptions {
  const scale = NORMALISED_SIDE / Math.max(width, height);
  return scale < 1 ? { resizeWidth: Math.round(width * scale), resizeQuality: 'high' } : {};
}

/** The pixels of a picture, which is closed. */
export function rgbOf(bitmap: ImageBitmap): Rgb {
  return withoutAlpha(pixelsOf(bitmap, bitmap.width, bitmap.height));
}

/** Draws a picture at a size and closes it. */
function pixelsOf(bitmap: ImageBitmap, width: number, height: number, ground?: string): ImageData {
  try {
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('there is no canvas');
    if (ground) {
      context.fillStyle = ground;
      context.fillRect(0, 0, width, height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  } finally {
    bitmap.close();
  }
}

function withoutAlpha({ data, width, height }: ImageData): Rgb {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb[to] = data[from]!;
    rgb[to + 1] = data[from + 1]!;
    rgb[to + 2] = data[from + 2]!;
  }
  return { data: rgb, width, height };
}
