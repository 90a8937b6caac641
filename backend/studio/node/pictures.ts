import sharp from 'sharp';
import type { Pictures } from '../core/pictures.js';
import type { Raster } from '../core/raster/rgb.js';

/** Larger files were not written by this engine. */
const MOST_PIXELS = 50_000_000;

/** Decoding and resampling by libvips. */
export const sharpPictures: Pictures = {
  async decode(file) {
    const { data, info } = await sharp(file, { failOn: 'error', limitInputPixels: MOST_PIXELS })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: info.channels as Raster['channels'] };
  },

  async resample({ data, width, height, channels }, { region, ...size }) {
    const input = sharp(data, { raw: { width, height, channels } });
    const part = region ? input.extract(region) : input;
    const { data: out, info } = await (channels === 1 ? part.toColourspace('b-w') : part)
      .resize({ ...size, fit: size.width && size.height ? 'fill' : 'cover' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data: out, width: info.width, height: info.height, channels: info.channels as Raster['channels'] };
  },
};
