import type { Raster, Rgb } from './raster/rgb.js';

/** A rectangle of whole pixels inside a picture. */
export interface PixelRegion {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The new size; where only one side is given, the other follows. */
export interface Resampling {
  width?: number;
  height?: number;
  /** The part that is taken; the whole picture without it. */
  region?: PixelRegion;
}

/** What the engine cannot do with pixels alone. Node has sharp for it, browsers their own decoder and `resampleLanczos`. */
export interface Pictures {
  /** A file this engine wrote: sRGB with three channels, or four where it has alpha. */
  decode(file: Uint8Array): Promise<Raster>;
  /** Lanczos with three lobes; enlarges by bicubic interpolation. */
  resample(picture: Raster, to: Resampling): Promise<Raster>;
}

/** Scales a picture down so that its longer side is at most `side`. */
export async function shrinkTo(pictures: Pictures, picture: Rgb, side: number): Promise<Rgb> {
  if (Math.max(picture.width, picture.height) <= side) return picture;
  const size = picture.width >= picture.height ? { width: side } : { height: side };
  return pictures.resample({ ...picture, channels: 3 }, size);
}
