import type { Rgb } from '../raster/rgb.js';
import type { Face } from './face.js';

/** Where clothes are looked for, in face heights from the chin and to either side. */
const FROM = 0.35;
const TO = 0.9;
const ASIDE = 0.55;
/** Least share of that place that the photo must show. */
const SHOWN = 0.6;
const CHIN = 152;

/** Mean colour of what is worn, 8-bit sRGB. */
export type ClothesColour = [red: number, green: number, blue: number];

/** How far two colours of clothes are apart, 8-bit sRGB: in lightness, which light changes, and in everything else. */
export function clothesApart(a: ClothesColour, b: ClothesColour): { lightness: number; tint: number } {
  const steps = a.map((value, channel) => value - b[channel]!);
  const lightness = steps.reduce((sum, step) => sum + step) / 3;
  return { lightness: Math.abs(lightness), tint: Math.hypot(...steps.map((step) => step - lightness)) };
}

/** Mean colour of what is worn below the face, 8-bit sRGB; null where too little of it is in the picture. */
export function measureClothes(photo: Rgb, face: Face): ClothesColour | null {
  const [chinX, chinY] = face.mesh[CHIN]!;
  const wanted = {
    left: chinX - ASIDE * face.height,
    right: chinX + ASIDE * face.height,
    top: chinY + FROM * face.height,
    bottom: chinY + TO * face.height,
  };
  const [left, right] = [Math.max(0, Math.ceil(wanted.left)), Math.min(photo.width, Math.floor(wanted.right))];
  const [top, bottom] = [Math.max(0, Math.ceil(wanted.top)), Math.min(photo.height, Math.floor(wanted.bottom))];
  const seen = Math.max(0, right - left) * Math.max(0, bottom - top);
  if (seen < SHOWN * (wanted.right - wanted.left) * (wanted.bottom - wanted.top)) return null;
  const sum: ClothesColour = [0, 0, 0];
  let count = 0;
  for (let y = top; y < bottom; y += 2) {
    for (let x = left; x < right; x += 2) {
      const i = (y * photo.width + x) * 3;
      for (const channel of [0, 1, 2] as const) sum[channel] += photo.data[i + channel]!;
      count++;
    }
  }
  return [Math.round(sum[0] / count), Math.round(sum[1] / count), Math.round(sum[2] / count)];
}
