import sharp, { type OutputInfo } from 'sharp';
import { MAX_PIXELS, MAX_SIDE, NORMALISED_SIDE } from '../core/photo/limits.js';
import { pictureSize } from '../core/photo/picture-size.js';
import { sniff } from '../core/photo/sniff.js';
import type { Pictures } from '../core/pictures.js';
import type { PhotoReason } from '../core/port.js';
import { resampleLanczos } from '../core/raster/lanczos.js';
import type { Rgb } from '../core/raster/rgb.js';
import { sharpPictures } from '../node/pictures.js';

/** As in a browser: it resamples by itself. */
export const devicePictures: Pictures = {
  ...sharpPictures,
  resample: async (picture, to) => resampleLanczos(picture, to),
};

/** Decodes as `browser/pictures.ts` does: what is damaged shows as far as it goes, and large photos are shrunk by another filter. */
export async function decodeAsDevice(photo: Buffer): Promise<Rgb | PhotoReason> {
  const format = sniff(photo);
  if (format === 'other') return 'unsupported_format';
  if (format === 'heic') return 'heic';
  const size = pictureSize(photo, format);
  if (size && (size.width * size.height > MAX_PIXELS || Math.max(size.width, size.height) > MAX_SIDE))
    return 'too_many_pixels';
  try {
    const { data, info } = await sharp(photo, { failOn: 'none', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(NORMALISED_SIDE, NORMALISED_SIDE, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data: await rgbOf(data, info), width: info.width, height: info.height };
  } catch {
    return 'damaged';
  }
}

async function rgbOf(data: Buffer, { width, height, channels }: OutputInfo): Promise<Buffer> {
  if (channels === 3) return data;
  return sharp(data, { raw: { width, height, channels } }).toColourspace('srgb').removeAlpha().raw().toBuffer();
}
