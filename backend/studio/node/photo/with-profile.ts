import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { Rgb } from '../../core/raster/rgb.js';
import { rawInput } from './raw-picture.js';

/** Where the first chunk of a PNG ends: the signature and the header. */
const AFTER_HEADER = 33;

/** A picture with a colour profile beside its pixels, as sharp input: it takes no profile with raw pixels. */
export async function withProfile(picture: Rgb, profile: Uint8Array): Promise<Sharp> {
  const png = await rawInput(picture).png({ compressionLevel: 0 }).toBuffer();
  // A name, its end, and the only way to compress there is.
  const chunk = Buffer.concat([Buffer.from('iCCPp\0\0', 'latin1'), deflateSync(profile)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  check.writeUInt32BE(crc32(chunk));
  return sharp(Buffer.concat([png.subarray(0, AFTER_HEADER), length, chunk, check, png.subarray(AFTER_HEADER)]));
}
