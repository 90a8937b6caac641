import type { Face } from './face.js';
import { sharpnessOf, type Sharpness } from './sharpness.js';
import { partOf, type Rgb } from '../raster/rgb.js';
import type { Pictures } from '../pictures.js';
import { greyOf } from '../raster/grey.js';

const SIDE = 192;

/** Measures the square around the face. */
export async function measureSharpness(pictures: Pictures, photo: Rgb, face: Face): Promise<Sharpness> {
  const xs = face.mesh.map((p) => p[0]);
  const ys = face.mesh.map((p) => p[1]);
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const width = Math.max(2, Math.min(photo.width, Math.ceil(Math.max(...xs))) - left);
  const height = Math.max(2, Math.min(photo.height, Math.ceil(Math.max(...ys))) - top);
  const square = partOf({ ...photo, channels: 3 }, { left, top, width, height });
  const { data } = await pictures.resample(greyOf(square), { width: SIDE, height: SIDE });
  return sharpnessOf(Float32Array.from(data), SIDE);
}
