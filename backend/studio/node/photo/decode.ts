import sharp, { type Sharp } from 'sharp';
import type { PhotoReason } from '../../core/port.js';
import { sniff } from '../../core/photo/sniff.js';
import { MAX_PIXELS, MAX_SIDE, NORMALISED_SIDE } from '../../core/photo/limits.js';
import type { Rgb } from '../../core/raster/rgb.js';

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);

/** Leaves only the decoders of the four accepted formats: libvips knows dozens, each a surface for hostile files. Process-wide. */
export function blockOtherDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
}

/**
 * Decodes an upload: first frame, EXIF rotation applied, on white, sRGB, at most 2400 px a side.
 * The header is judged before a pixel is decoded.
 */
export async function decodePhoto(bytes: Uint8Array): Promise<Rgb | PhotoReason> {
  const format = sniff(bytes);
  if (format === 'heic') return 'heic';
  if (format === 'other') return 'unsupported_format';
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (header.width * header.height > MAX_PIXELS || Math.max(header.width, header.height) > MAX_SIDE)
      return 'too_many_pixels';
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(NORMALISED_SIDE, NORMALISED_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data: threeChannels(data, info.channels), width: info.width, height: info.height };
  } catch {
    return 'damaged';
  }
}

function threeChannels(data: Buffer, channels: number): Uint8Array {
  if (channels === 3) return data;
  const out = new Uint8Array((data.length / channels) * 3);
  for (let i = 0, o = 0; i < data.length; i += channels, o += 3) {
    out[o] = data[i]!;
    out[o + 1] = data[i + (channels > 2 ? 1 : 0)]!;
    out[o + 2] = data[i + (channels > 2 ? 2 : 0)]!;
  }
  return out;
}

/** A raw picture as sharp input. */
export const rawInput = (rgb: Rgb): Sharp =>
  sharp(rgb.data, { raw: { width: rgb.width, height: rgb.height, channels: 3 } });

/** The normalised file: JPEG, sRGB, full colour resolution, no metadata. */
export const encodeNormalised = (rgb: Rgb): Promise<Buffer> =>
  rawInput(rgb).jpeg({ quality: 94, chromaSubsampling: '4:4:4' }).toBuffer();
