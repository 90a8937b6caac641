import sharp, { type Sharp } from 'sharp';
import type { Rgb } from '../../core/raster/rgb.js';

/** A raw picture as sharp input. */
export const rawInput = (rgb: Rgb): Sharp =>
  sharp(rgb.data, { raw: { width: rgb.width, height: rgb.height, channels: 3 } });

/** The pixels of a picture in sRGB. */
export async function toSrgb(picture: Sharp): Promise<Rgb> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data: threeChannels(data, info.channels), width: info.width, height: info.height };
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
