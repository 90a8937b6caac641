import sharp from 'sharp';
import type { PhotoReason } from '../../core/port.js';
import { isTooLarge, NORMALISED_SIDE } from '../../core/photo/limits.js';
import type { Rgb } from '../../core/raster/rgb.js';
import { HeifFile, UnreadableHeif, type Nclx } from './heif-file.js';
import { toSrgb } from './raw-picture.js';
import { withProfile } from './with-profile.js';

/** A photo as it is judged, and its XMP metadata. */
export interface ReadPhoto {
  picture: Rgb;
  xmp: Uint8Array | null;
}

/** Primaries and transfer curves (ITU-T H.273) that look right when they are taken for sRGB, and the primaries of Display P3. */
const LIKE_SRGB = { primaries: [1, 2, 5, 6, 7], transfers: [1, 2, 4, 5, 6, 13, 14, 15] };
const P3 = 12;

/**
 * Reads the main picture of a HEIC file as `decodePhoto` does. Blocks its thread for seconds.
 * @returns `heic` for what is not read: high dynamic range, other codecs than HEVC, sequences without a picture
 */
export async function readHeic(bytes: Uint8Array): Promise<ReadPhoto | PhotoReason> {
  try {
    const file = new HeifFile(bytes);
    if (isTooLarge(file.size)) return 'too_many_pixels';
    const { nclx } = file;
    const profile = file.profile ?? (nclx ? await profileOf(nclx) : null);
    const { data, width, height, channels } = file.decode();
    const small = await sharp(data, { raw: { width, height, channels } })
      .resize(NORMALISED_SIDE, NORMALISED_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const picture = { data: small.data, width: small.info.width, height: small.info.height };
    return { picture: profile ? await toSrgb(await withProfile(picture, profile)) : picture, xmp: file.xmp };
  } catch (error) {
    if (error instanceof UnreadableHeif) return error.reason;
    throw error;
  }
}

/** @returns null where the colours need none. @throws UnreadableHeif for colours that would look wrong */
async function profileOf({ primaries, transfer }: Nclx): Promise<Buffer | null> {
  if (!LIKE_SRGB.transfers.includes(transfer)) throw new UnreadableHeif('heic');
  if (LIKE_SRGB.primaries.includes(primaries)) return null;
  if (primaries !== P3) throw new UnreadableHeif('heic');
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  const { icc } = await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata();
  return icc!;
}
