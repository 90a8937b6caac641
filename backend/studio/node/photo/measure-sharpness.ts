import type { Face } from '../../core/photo/face.js';
import { sharpnessOf, type Sharpness } from '../../core/photo/sharpness.js';
import type { Rgb } from '../../core/raster/rgb.js';
import { rawInput } from './decode.js';

const SIDE = 192;

/** Measures the square around the face. */
export async function measureSharpness(photo: Rgb, face: Face): Promise<Sharpness> {
  const xs = face.mesh.map((p) => p[0]);
  const ys = face.mesh.map((p) => p[1]);
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const width = Math.max(2, Math.min(photo.width, Math.ceil(Math.max(...xs))) - left);
  const height = Math.max(2, Math.min(photo.height, Math.ceil(Math.max(...ys))) - top);
  const { data } = await rawInput(photo)
    .extract({ left, top, width, height })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const step = data.length / (SIDE * SIDE);
  return sharpnessOf(
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => data[i * step]!),
    SIDE,
  );
}
