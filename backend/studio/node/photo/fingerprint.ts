import type { Sharp } from 'sharp';
import { FINGERPRINT_SIDE, fingerprintOfGrey } from '../../core/photo/fingerprint.js';

/** Perceptual fingerprint of a picture. @returns 64 hex digits */
export async function fingerprintOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .greyscale()
    .resize(FINGERPRINT_SIDE, FINGERPRINT_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return fingerprintOfGrey(Uint8Array.from({ length: FINGERPRINT_SIDE ** 2 }, (_, i) => data[i * info.channels]!));
}
