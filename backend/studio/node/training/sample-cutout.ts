import type { Rgb } from '../../core/raster/rgb.js';
import { sampleFrame, type CutoutFrame, type CutoutPixels } from '../../core/training/cutout-frame.js';
import { rawInput } from '../photo/decode.js';

/** Samples the photo. Photos finer than the cutout are scaled down first, so that no detail aliases. */
export async function sampleCutout(photo: Rgb, frame: CutoutFrame): Promise<CutoutPixels> {
  let source = photo;
  let shrink = 1;
  if (frame.scale > 1.1) {
    const width = Math.max(8, Math.round(photo.width / frame.scale));
    const { data, info } = await rawInput(photo).resize({ width }).raw().toBuffer({ resolveWithObject: true });
    source = { data, width: info.width, height: info.height };
    shrink = info.width / photo.width;
  }
  return sampleFrame(source, shrink, frame);
}
