import { elementOf } from '../element-of.js';
import type { Face } from '../photo/face.js';
import { hasColour } from '../photo/face-light.js';
import { BETWEEN_EYES, INNER_LIPS, LEFT_EYE, pointsOf, RIGHT_EYE, type Mesh } from '../photo/landmarks.js';
import type { Planes } from '../raster/guided-filter.js';
import { labOf } from '../raster/lab.js';
import { clamp, median, percentile, smoothstep } from '../raster/numbers.js';
import { fillPolygon } from '../raster/polygon.js';
import type { Rgb } from '../raster/rgb.js';
import { decode, encode, LINEAR_OF_8BIT } from '../raster/srgb.js';
import type { SkinTone } from './skin.js';

type Triple = readonly [red: number, green: number, blue: number];

/** What a photo's light adds to all its colours, in linear light. */
export interface Cast {
  /** Light that lies over everything, as a window behind the person throws it into the lens; taken away first. */
  veil: number;
  /** Factors that make the whites of the eyes as neutral as they are. */
  gains: Triple;
}

/** The cast of a photo whose colours are true, or of which nothing certain is known. */
export const NO_CAST: Cast = { veil: 0, gains: [1, 1, 1] };

/**
 * Finds a photo's cast: its tint in the whites of both eyes, its veil in what is black in every face and its surroundings. What the eyes
 * do not tell clearly, or what would make skin look less like skin, stays as it is.
 * @param own the skin's tone in the photo as it is
 */
export function findCast(photo: Rgb, face: Face, own: SkinTone): Cast {
  const eyes = [LEFT_EYE, RIGHT_EYE].map((indices) => pixelsInside(photo, face.mesh, indices));
  const veil = findVeil(photo, face, eyes);
  const mouth = pixelsInside(photo, face.mesh, INNER_LIPS);
  const gains = hasColour(own) ? findGains(eyes, mouth, veil, own) : NO_CAST.gains;
  return { veil, gains };
}

/** The tone of skin without the photo's cast. */
export function toneWithout(tone: SkinTone, cast: Cast): SkinTone {
  const [red, green, blue] = withoutCast(colourOf(tone), cast);
  return {
    redGreen: Math.log((red + 1e-3) / (green + 1e-3)),
    blueGreen: Math.log((blue + 1e-3) / (green + 1e-3)),
    luminance: luminanceOf([red, green, blue]),
  };
}

/** Takes a cast out of display values 0..1, in place. What is burnt out has no tint and gets none. */
export function removeCast(planes: Planes, cast: Cast): void {
  if (cast.veil === 0 && cast.gains.every((gain) => gain === 1)) return;
  const [r, g, b] = planes;
  for (let i = 0; i < r.length; i++) {
    const brightest = Math.max(r[i]!, g[i]!, b[i]!);
    const [red, green, blue] = withoutCast([decode(r[i]!), decode(g[i]!), decode(b[i]!)], cast);
    const burnt = smoothstep(0.9, 1, brightest);
    r[i] = mix(encode(Math.min(1, red)), r[i]!, burnt);
    g[i] = mix(encode(Math.min(1, green)), g[i]!, burnt);
    b[i] = mix(encode(Math.min(1, blue)), b[i]!, burnt);
  }
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

const withoutCast = (colour: Triple, { veil, gains }: Cast): Triple => {
  const [red, green, blue] = withoutVeil(colour, veil);
  return [red * gains[0], green * gains[1], blue * gains[2]];
};

/** Darks are darkened only in part, each in its own hue: the veil is not everywhere as bright. */
function withoutVeil([red, green, blue]: Triple, veil: number): Triple {
  if (veil === 0) return [red, green, blue];
  const luminance = luminanceOf([red, green, blue]);
  const taken = veil * Math.min(1, luminance / (3 * veil));
  const factor = (luminance - taken) / (luminance + 1e-6) / (1 - veil);
  return [red * factor, green * factor, blue * factor];
}

const luminanceOf = ([red, green, blue]: Triple): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Linear colour of a tone. */
function colourOf({ redGreen, blueGreen, luminance }: SkinTone): Triple {
  const [red, blue] = [Math.exp(redGreen), Math.exp(blueGreen)];
  const green = luminance / luminanceOf([red, 1, blue]);
  return [red * green, green, blue * green];
}

/** Linear colour of a pixel, and whether it is burnt out. */
interface Pixel {
  colour: Triple;
  isBurnt: boolean;
}

/** All pixels inside a part of the face. */
function pixelsInside(photo: Rgb, mesh: Mesh, indices: readonly number[]): Pixel[] {
  const outline = pointsOf(mesh, indices);
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  const width = Math.min(photo.width, Math.ceil(Math.max(...xs))) - left;
  const height = Math.min(photo.height, Math.ceil(Math.max(...ys))) - top;
  if (width < 2 || height < 2) return [];
  const inside = new Float32Array(width * height);
  fillPolygon(
    inside,
    width,
    height,
    outline.map(([x, y]) => [x - left, y - top]),
  );
  const found: Pixel[] = [];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    const at = ((top + Math.floor(i / width)) * photo.width + left + (i % width)) * 3;
    const [red, green, blue] = [photo.data[at]!, photo.data[at + 1]!, photo.data[at + 2]!];
    found.push({
      colour: [LINEAR_OF_8BIT[red]!, LINEAR_OF_8BIT[green]!, LINEAR_OF_8BIT[blue]!],
      isBurnt: Math.max(red, green, blue) >= 250,
    });
  }
  return found;
}

/** Darkest share of an eye: pupil and lashes. And of the head with hair and collar, where something is black in nearly every photo. */
const PUPIL = 0.1;
const DARKEST = 0.02;
/** Linear light that pupils and dark hair may have without any veil; and the most that is taken away. */
const NO_VEIL = 0.012;
const MOST_VEIL = 0.12;

/** The veil: at most as bright as both pupils and the darkest places around. */
function findVeil(photo: Rgb, face: Face, eyes: readonly Pixel[][]): number {
  const darks = [
    ...eyes.map((pixels) => median(darkestOf(pixels).map(({ colour }) => luminanceOf(colour)))),
    percentile(headLuminances(photo, face), DARKEST),
  ];
  const dark = Math.min(...darks.map((v) => (Number.isNaN(v) ? 0 : v)));
  return clamp(dark - NO_VEIL, 0, MOST_VEIL);
}

function darkestOf(pixels: readonly Pixel[]): Pixel[] {
  const sorted = pixels.toSorted((p, q) => luminanceOf(p.colour) - luminanceOf(q.colour));
  return sorted.slice(0, Math.max(3, Math.round(PUPIL * pixels.length)));
}

/** A sample of the head's linear luminances, with hair and brows. */
function headLuminances(photo: Rgb, face: Face): number[] {
  const found: number[] = [];
  const [x, y] = elementOf(face.mesh, BETWEEN_EYES);
  const step = Math.max(1, Math.round(face.height / 60));
  const top = Math.max(0, Math.round(y - 0.8 * face.height));
  const bottom = Math.min(photo.height, Math.round(y + 0.35 * face.height));
  const left = Math.max(0, Math.round(x - 0.55 * face.height));
  const right = Math.min(photo.width, Math.round(x + 0.55 * face.height));
  for (let v = top; v < bottom; v += step) {
    for (let u = left; u < right; u += step) {
      const at = (v * photo.width + u) * 3;
      const colour = [0, 1, 2].map((c) => LINEAR_OF_8BIT[photo.data[at + c]!]!) as unknown as Triple;
      found.push(luminanceOf(colour));
    }
  }
  return found;
}

/** Something white in a face: its tint in neutral light as natural logs of channel ratios, how far people differ in it, and how it is seen clearly. */
interface White {
  redGreen: number;
  blueGreen: number;
  peopleDiffer: number;
  /** Least brightness and least distance in redness, both against the skin's. */
  leastLight: number;
  leastContrast: number;
  /** Share of the area, from the brightest on, that is looked at. */
  brightest: number;
  fewest: number;
}

/** Veins and lids make the whites of eyes a little warm; teeth are yellower. */
const EYES: White = {
  redGreen: 0.2,
  blueGreen: -0.1,
  peopleDiffer: 0.08,
  leastLight: 0.25,
  leastContrast: 0.25,
  brightest: 0.45,
  fewest: 150,
};
const TEETH: White = {
  redGreen: 0.22,
  blueGreen: -0.22,
  peopleDiffer: 0.12,
  leastLight: 0.9,
  leastContrast: 0.3,
  brightest: 0.4,
  fewest: 150,
};
/** Share of the bright pixels that must not be burnt out: else iris or gums would be taken for the white. */
const LEAST_UNBURNT = 0.7;
/** How far both eyes may differ, and the most that is corrected; in logs. */
const AGREEMENT = 0.15;
const MOST_GAIN = 0.2;
/** The middle of the hues of all skin in CIELAB, in degrees, and how far from it they lie: from pink to olive. */
const SKIN_HUE = 55;
const SKIN_HUES = 25;

type Tint = Pick<SkinTone, 'redGreen' | 'blueGreen'>;

function findGains(eyes: readonly Pixel[][], mouth: readonly Pixel[], veil: number, own: SkinTone): Triple {
  const bare = toneWithout(own, { veil, gains: NO_CAST.gains });
  const [left, right] = eyes.map((pixels) => tintOf(pixels, EYES, veil, bare));
  const seen = [left && right ? agreed(left, right) : null, tintOf(mouth, TEETH, veil, bare)].filter((t) => t !== null);
  if (seen.length === 0) return NO_CAST.gains;
  const red = Math.exp(-smallest(seen.map((tint) => tint.redGreen)));
  const blue = Math.exp(-smallest(seen.map((tint) => tint.blueGreen)));
  const [skinRed, skinGreen, skinBlue] = colourOf(bare);
  const level = bare.luminance / luminanceOf([red * skinRed, skinGreen, blue * skinBlue]);
  const gains: Triple = [red * level, level, blue * level];
  const [before, after] = [fromSkinHue(bare), fromSkinHue(toneWithout(bare, { veil: NO_CAST.veil, gains }))];
  return after > SKIN_HUES && after > before ? NO_CAST.gains : gains;
}

/** What both eyes say; null where they contradict each other, as by a reflection in glasses. */
function agreed(left: Tint, right: Tint): Tint | null {
  if (Math.abs(left.redGreen - right.redGreen) > AGREEMENT) return null;
  if (Math.abs(left.blueGreen - right.blueGreen) > AGREEMENT) return null;
  return { redGreen: (left.redGreen + right.redGreen) / 2, blueGreen: (left.blueGreen + right.blueGreen) / 2 };
}

/** The tint that all agree on: none where one sees red and the other green. */
function smallest(tints: readonly number[]): number {
  const [least, most] = [Math.min(...tints), Math.max(...tints)];
  return least > 0 ? least : Math.min(0, most);
}

/** How far a tone's hue lies from the middle of all skin, in degrees. */
function fromSkinHue(tone: SkinTone): number {
  const [red, green, blue] = colourOf(tone).map(encode) as unknown as Triple;
  const [, a, b] = labOf(red, green, blue);
  return Math.abs((Math.atan2(b, a) * 180) / Math.PI - SKIN_HUE);
}

/** The tint of something white, as far as people do not differ in it; null where it is too small, too dark, or not to be told from skin. */
function tintOf(pixels: readonly Pixel[], white: White, veil: number, skin: SkinTone): Tint | null {
  if (pixels.length < white.fewest) return null;
  const brightest = pixels
    .toSorted((p, q) => luminanceOf(q.colour) - luminanceOf(p.colour))
    .slice(0, Math.round(white.brightest * pixels.length));
  const lit = brightest.filter(({ isBurnt }) => !isBurnt).map(({ colour }) => withoutVeil(colour, veil));
  if (lit.length < LEAST_UNBURNT * brightest.length) return null;
  // Lids, lips and the skin's reflection are redder than the white itself.
  const whitest = lit
    .toSorted((p, q) => q[2] / (q[0] + 1e-3) - p[2] / (p[0] + 1e-3))
    .slice(0, Math.ceil(lit.length / 2));
  if (whitest.length < white.fewest / 10) return null;
  if (median(whitest.map(luminanceOf)) < white.leastLight * skin.luminance) return null;
  const redGreen = median(whitest.map(([red, green]) => Math.log((red + 1e-3) / (green + 1e-3))));
  const blueGreen = median(whitest.map(([, green, blue]) => Math.log((blue + 1e-3) / (green + 1e-3))));
  if (skin.redGreen - redGreen < white.leastContrast) return null;
  const beyond = (tint: number): number => Math.sign(tint) * clamp(Math.abs(tint) - white.peopleDiffer, 0, MOST_GAIN);
  return { redGreen: beyond(redGreen - white.redGreen), blueGreen: beyond(blueGreen - white.blueGreen) };
}
