import { elementOf } from '../element-of.js';
import { percentile } from '../raster/numbers.js';
import type { Rgb } from '../raster/rgb.js';
import { LINEAR_OF_8BIT } from '../raster/srgb.js';
import type { Bounds } from './bounds.js';
import type { Face } from './face.js';
import { hasColour, patchAt, type Patch } from './face-light.js';
import { CHEEKS, distance, LEFT_EYE, pointsOf, RIGHT_EYE } from './landmarks.js';

/** The skin below the eyes, where a lens would be, compared with bare skin: that of the cheeks or the nose. */
export interface BelowEyes {
  /** Share of it that looks like bare skin, below the eye that shows more of them. */
  bare: number;
  /** How much redder it is, in natural logs of red over green, the mean of both: shadow reddens skin, a dark lens takes its red away. */
  redness: number;
  /** Stops over bare skin of the best-lit tenth, below the eye that has more light. */
  best: number;
  /** False in black and white, where redness says nothing. */
  isColoured: boolean;
}

/** Half axes of an eye and of the lens around it, and how far the lens reaches down, in widths of the eye. */
const EYE = { across: 0.52, down: 0.2 };
const LENS = { across: 0.5, down: 0.36, below: 0.16 };
/** The ridge of the nose, which nothing covers. */
const NOSE = 5;
/** What looks like bare skin: distance in logs of channel ratios, and stops of light below it. */
const ALIKE = 0.5;
const DIMMEST = -2;
/** Keeps the ratios of nearly black pixels from meaning anything. */
const BLACK = 0.0005;

type Tone = Pick<Patch, 'r' | 'g' | 'b'>;

/** Looks at the skin below both eyes, beside the cheeks or the nose: a beard may lie on the cheeks, the shadow of a brim on the nose. */
export function measureBelowEyes(photo: Rgb, face: Face): BelowEyes {
  const at = (places: readonly number[]): Patch[] =>
    places.map((i) => patchAt(photo, face.mesh, i, face.height * 0.02)).filter((patch) => patch !== null);
  const eyes = [LEFT_EYE, RIGHT_EYE].map((eye) => lensOf(photo, face, eye));
  const cheeks = at(CHEEKS);
  if (cheeks.length === 0 || eyes.some((pixels) => pixels.length === 0))
    return { bare: 1, best: 0, redness: 0, isColoured: false };
  const [left, right] = [elementOf(eyes, 0), elementOf(eyes, 1)];
  const besideCheeks = compare(left, right, meanOf(cheeks));
  const nose = at([NOSE]);
  const besideNose = nose.length > 0 ? compare(left, right, meanOf(nose)) : besideCheeks;
  return besideNose.bare > besideCheeks.bare ? besideNose : besideCheeks;
}

function compare(left: readonly Tone[], right: readonly Tone[], skin: Tone): BelowEyes {
  const found = [left, right].map((pixels) => ({
    bare: pixels.filter((p) => apart(p, skin) < ALIKE && stopsOver(p, skin) > DIMMEST).length / pixels.length,
    best: percentile(
      pixels.map((p) => stopsOver(p, skin)),
      0.9,
    ),
    redness: redGreen(meanOf(pixels)) - redGreen(skin),
  }));
  const of = (measure: 'bare' | 'best' | 'redness'): number[] => found.map((eye) => eye[measure]);
  return {
    bare: Math.max(...of('bare')),
    best: Math.max(...of('best')),
    redness: of('redness').reduce((sum, value) => sum + value, 0) / 2,
    isColoured: hasColour({ redGreen: redGreen(skin), blueGreen: blueGreen(skin) }),
  };
}

/** A dark or coloured lens lies before the eyes. Ordinary glasses show the skin below the eyes; a shadow reddens it. */
export function wearsSunglasses({ bare, best, redness, isColoured }: BelowEyes, bounds: Bounds): boolean {
  if (!isColoured) return bare < bounds.coveredGrey;
  return bare < bounds.covered && (redness < bounds.paler || best < bounds.darkestShadow);
}

/** Linear colours of the crescent below an eye, down to where a lens would end. */
function lensOf(photo: Rgb, { mesh, roll }: Face, eye: readonly number[]): Tone[] {
  const points = pointsOf(mesh, eye);
  const size = distance(mesh, elementOf(eye, 0), elementOf(eye, 8));
  const [cx, cy] = [0, 1].map((axis) => points.reduce((sum, p) => sum + elementOf(p, axis), 0) / points.length) as [
    number,
    number,
  ];
  const [cos, sin] = [Math.cos(roll) / size, Math.sin(roll) / size];
  const found: Tone[] = [];
  for (let y = Math.max(0, Math.floor(cy - size)); y <= Math.min(photo.height - 1, cy + size); y++) {
    for (let x = Math.max(0, Math.floor(cx - size)); x <= Math.min(photo.width - 1, cx + size); x++) {
      const across = cos * (x - cx) + sin * (y - cy);
      const down = cos * (y - cy) - sin * (x - cx);
      const isInLens = (across / LENS.across) ** 2 + ((down - LENS.below) / LENS.down) ** 2 < 1;
      const isInEye = (across / EYE.across) ** 2 + (down / EYE.down) ** 2 < 1;
      if (down < 0 || !isInLens || isInEye) continue;
      const i = (y * photo.width + x) * 3;
      found.push({
        r: LINEAR_OF_8BIT[photo.data[i]!]!,
        g: LINEAR_OF_8BIT[photo.data[i + 1]!]!,
        b: LINEAR_OF_8BIT[photo.data[i + 2]!]!,
      });
    }
  }
  return found;
}

function meanOf(tones: readonly Tone[]): Tone {
  const of = (pick: (tone: Tone) => number): number => tones.reduce((sum, tone) => sum + pick(tone), 0) / tones.length;
  return { r: of((t) => t.r), g: of((t) => t.g), b: of((t) => t.b) };
}

const redGreen = ({ r, g }: Tone): number => Math.log((r + BLACK) / (g + BLACK));
const blueGreen = ({ g, b }: Tone): number => Math.log((b + BLACK) / (g + BLACK));
const apart = (a: Tone, b: Tone): number => Math.hypot(redGreen(a) - redGreen(b), blueGreen(a) - blueGreen(b));
const lightOf = ({ r, g, b }: Tone): number => 0.2126 * r + 0.7152 * g + 0.0722 * b + BLACK;
const stopsOver = (a: Tone, b: Tone): number => Math.log2(lightOf(a) / lightOf(b));
