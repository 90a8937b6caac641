import { elementOf } from '../element-of.js';
import { hasColour } from '../photo/face-light.js';
import { BETWEEN_EYES, CHIN, NOSE_TIP, OVAL, type Point } from '../photo/landmarks.js';
import { boxMean } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { fillPolygon, scalePolygon } from '../raster/polygon.js';
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

/** Area beside each cheek, in squared faces, from which it is a hand's; ears and necks show less. */
const HAND = 0.02;
/** The face's outline with jaw and short beard, by its oval; and how far beside its middle hands are looked for, in faces. */
const WHOLE_FACE = 1.12;
const BESIDE = 0.75;

/** Whether both cheeks are held by hands. @param points the face mesh in the body's pixels */
export function holdsFace({ rgb, alpha, width, height, faceHeight, tone }: Body, points: readonly Point[]): boolean {
  if (!hasColour(tone)) return false;
  const at = (index: number): Point => elementOf(points, index);
  const face = takeZeros(width * height);
  fillPolygon(
    face,
    width,
    height,
    scalePolygon(
      OVAL.map((index) => at(index)),
      WHOLE_FACE,
    ),
  );
  const middle = at(BETWEEN_EYES)[0];
  const hands = { left: 0, right: 0 };
  const [top, bottom] = [Math.round(at(NOSE_TIP)[1]), Math.min(height, Math.round(at(CHIN)[1]))];
  const reach = BESIDE * faceHeight;
  for (let y = Math.max(0, top); y < bottom; y++) {
    for (let x = Math.max(0, Math.ceil(middle - reach)); x < Math.min(width, middle + reach); x++) {
      const i = y * width + x;
      if (face[i]! > 0 || alpha[i]! <= 0.5) continue;
      if (isSkin(decode(rgb[0][i]!), decode(rgb[1][i]!), decode(rgb[2][i]!), tone))
        hands[x < middle ? 'left' : 'right']++;
    }
  }
  give(face);
  return Math.min(hands.left, hands.right) >= HAND * faceHeight ** 2;
}

function isSkin(r: number, g: number, b: number, tone: SkinTone): boolean {
  const light = (0.2126 * r + 0.7152 * g + 0.0722 * b) / tone.luminance;
  if (light < DARKEST || light > LIGHTEST) return false;
  return (
    Math.hypot(Math.log((r + 1e-3) / (g + 1e-3)) - tone.redGreen, Math.log((b + 1e-3) / (g + 1e-3)) - tone.blueGreen) <
    ALIKE
  );
}
