import { hasColour } from '../photo/face-light.js';
import { boxMean } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { give, takeZeros } from '../raster/scratch.js';
import { decode } from '../raster/srgb.js';
import type { SkinTone } from './skin.js';

/** A cutout's pixels and its person's skin. Planes at full resolution, sRGB 0..1. */
interface Body {
  rgb: Planes;
  alpha: Float32Array;
  width: number;
  height: number;
  /** Forehead to chin in pixels, and the row of the eyes. */
  faceHeight: number;
  eyeLine: number;
  tone: SkinTone;
}

/** How far below the eyes hands may begin, in faces: neck and neckline lie above. */
const BELOW_EYES = 1.15;
/** Largest distance from the face's skin in logs of channel ratios, and its brightness by the face's. */
const ALIKE = 0.28;
const [DARKEST, LIGHTEST] = [0.35, 2.2];
/** Half the side of the square that must be mostly skin, in faces: buttons and pins are smaller. */
const SIZE = 0.014;
const MOSTLY = 0.55;

/** How far nails and shine of a fingertip reach beyond what is skin for certain, in faces. */
const TIP = 0.08;

/** Places where bare hands or arms are seen, and a little above them. In pixels of the full resolution, every fourth. Nothing in black and white. */
export function findHands({ rgb, alpha, width, height, faceHeight, eyeLine, tone }: Body): [number, number][] {
  if (!hasColour(tone)) return [];
  const from = Math.round(eyeLine + BELOW_EYES * faceHeight);
  const [cw, ch] = [width >> 1, Math.max(0, (height - from) >> 1)];
  const skin = takeZeros(cw * ch);
  for (let y = 0; y < ch; y++) {
    for (let x = 0; x < cw; x++) {
      const i = (from + 2 * y) * width + 2 * x;
      if (alpha[i]! > 0.5 && isSkin(decode(rgb[0][i]!), decode(rgb[1][i]!), decode(rgb[2][i]!), tone))
        skin[y * cw + x] = 1;
    }
  }
  const share = boxMean(skin, cw, ch, Math.max(1, Math.round((SIZE * faceHeight) / 2)));
  const found: [number, number][] = [];
  for (let y = 0; y < ch; y += 2)
    for (let x = 0; x < cw; x += 2)
      if (share[y * cw + x]! > MOSTLY) found.push([2 * x, from + 2 * y], [2 * x, from + 2 * y - TIP * faceHeight]);
  give(skin, share);
  return found;
}

function isSkin(r: number, g: number, b: number, tone: SkinTone): boolean {
  const light = (0.2126 * r + 0.7152 * g + 0.0722 * b) / tone.luminance;
  if (light < DARKEST || light > LIGHTEST) return false;
  return (
    Math.hypot(Math.log((r + 1e-3) / (g + 1e-3)) - tone.redGreen, Math.log((b + 1e-3) / (g + 1e-3)) - tone.blueGreen) <
    ALIKE
  );
}
