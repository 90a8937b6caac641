import sharp from 'sharp';
import type { PhotoReason } from '../../core/port.js';
import { sniff } from '../../core/photo/sniff.js';
import { isTooLarge, MAX_PIXELS, NORMALISED_SIDE } from '../../core/photo/limits.js';
import type { Rgb } from '../../core/raster/rgb.js';
import { decodeHeic } from './decode-heic.js';
import { rawInput, toSrgb } from './raw-picture.js';
import type { ReadPhoto } from './read-heic.js';

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);

/** Leaves libvips only the decoders of the formats that it accepts from strangers: it knows dozens, each a surface for hostile files. Process-wide. */
export function blockOtherDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
}

/**
 * Decodes an upload: first frame, EXIF rotation applied, on white, sRGB, at most 2400 px a side.
 * The header is judged before a pixel is decoded.
 */
export async function readPhoto(bytes: Uint8Array): Promise<ReadPhoto | PhotoReason> {
  const format = sniff(bytes);
  if (format === 'heic') return decodeHeic(bytes);
  if (format === 'other') return 'unsupported_format';
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (isTooLarge(header)) return 'too_many_pixels';
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(NORMALISED_SIDE, NORMALISED_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' });
    return { picture: await toSrgb(picture), xmp: header.xmp ?? null };
  } catch {
    return 'damaged';
  }
}

/** As `readPhoto`, the picture alone. */
export async function decodePhoto(bytes: Uint8Array): Promise<Rgb | PhotoReason> {
  const read = await readPhoto(bytes);
  return typeof read === 'string' ? read : read.picture;
}

/** The normalised file: JPEG, sRGB, full colour resolution, no metadata. */
export const encodeNormalised = (rgb: Rgb): Promise<Buffer> =>
  rawInput(rgb).jpeg({ quality: 94, chromaSubsampling: '4:4:4' }).toBuffer();
