import type { Rgb } from '../raster/rgb.js';
import type { Face } from './face.js';
import { patchAt, type Patch } from './face-light.js';
import { CHEEKS, EYE_RIMS } from './landmarks.js';

/** The skin around the eyes compared with the cheeks. */
export interface EyeShade {
  /** Difference of colour (log ratios of linear channels). */
  chroma: number;
  /** Difference of light in stops; negative is darker. */
  stops: number;
}

/** Compares patches around the eyes with the cheeks. */
export function measureEyeShade(photo: Rgb, face: Face): EyeShade {
  const rims = meanPatch(photo, face, EYE_RIMS);
  const cheeks = meanPatch(photo, face, CHEEKS);
  if (!rims || !cheeks) return { chroma: 0, stops: 0 };
  const tone = (p: Patch): [number, number] => [
    Math.log((p.r + 0.002) / (p.g + 0.002)),
    Math.log((p.b + 0.002) / (p.g + 0.002)),
  ];
  const [a, b] = [tone(rims), tone(cheeks)];
  return {
    chroma: Math.hypot(a[0] - b[0], a[1] - b[1]),
    stops: Math.log2((rims.luminance + 0.002) / (cheeks.luminance + 0.002)),
  };
}

/** Dark and differently coloured, or very dark: no ordinary glasses and no shadow of a brow does that. */
export const wearsSunglasses = (shade: EyeShade): boolean =>
  (shade.chroma > 0.42 && shade.stops < -0.6) || shade.stops < -2.2;

function meanPatch(photo: Rgb, face: Face, indices: readonly number[]): Patch | null {
  const patches = indices.map((i) => patchAt(photo, face.mesh, i, face.height * 0.02)).filter((p) => p !== null);
  if (patches.length === 0) return null;
  const mean = (pick: (p: Patch) => number): number => patches.reduce((sum, p) => sum + pick(p), 0) / patches.length;
  return { r: mean((p) => p.r), g: mean((p) => p.g), b: mean((p) => p.b), luminance: mean((p) => p.luminance) };
}
