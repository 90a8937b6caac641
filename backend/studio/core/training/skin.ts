import type { Rgb } from '../raster/rgb.js';
import type { Face } from '../photo/face.js';
import { SKIN_POINTS } from '../photo/landmarks.js';
import { patchAt } from '../photo/face-light.js';
import { clamp, median, percentile, ramp, weightedMedian } from '../raster/numbers.js';
import { decode, encode } from '../raster/srgb.js';
import type { Planes } from '../raster/guided-filter.js';

/** The tone of a face's skin: natural logs of linear channel ratios, and linear luminance. */
export interface SkinTone {
  redGreen: number;
  blueGreen: number;
  luminance: number;
}

/** Measures the skin on patches of cheeks and forehead. */
export function skinToneOf(photo: Rgb, face: Face): SkinTone {
  const patches = SKIN_POINTS.map((i) => patchAt(photo, face.mesh, i, face.height * 0.035)).filter((p) => p !== null);
  return {
    redGreen: median(patches.map((p) => Math.log((p.r + 1e-3) / (p.g + 1e-3)))),
    blueGreen: median(patches.map((p) => Math.log((p.b + 1e-3) / (p.g + 1e-3)))),
    luminance: percentile(
      patches.map((p) => p.luminance),
      0.6,
    ),
  };
}

/**
 * The skin of this person over all good photos. Every portrait is pulled towards it, which removes colour casts and backlight
 * without bending anybody to a general idea of skin.
 */
export function skinReference(tones: readonly SkinTone[], weights: readonly number[]): SkinTone {
  const of = (pick: (t: SkinTone) => number): number => weightedMedian(tones.map(pick), weights);
  return {
    redGreen: of((t) => t.redGreen),
    blueGreen: of((t) => t.blueGreen),
    luminance: of((t) => t.luminance),
  };
}

/** Factors for the linear channels that bring one photo's skin to the brightness of the person's reference, and most of the way to its colour. */
export function skinGains(own: SkinTone, reference: SkinTone): [r: number, g: number, b: number] {
  const stops = clamp(Math.log2(reference.luminance / own.luminance), -0.9, 1.1);
  const red = Math.exp(clamp(0.8 * (reference.redGreen - own.redGreen), -0.2, 0.2));
  const blue = Math.exp(clamp(0.8 * (reference.blueGreen - own.blueGreen), -0.25, 0.25));
  const keepLight = 1 / (0.2126 * red + 0.7152 + 0.0722 * blue);
  const level = 2 ** stops * keepLight;
  return [red * level, level, blue * level];
}

/** How well a photo's light suits the person's reference, 1 down to .6: a face far from it was backlit or burnt, which shows. */
export const toneFit = (own: SkinTone, reference: SkinTone): number =>
  1 - 0.4 * ramp(0.4, 1.3, Math.abs(Math.log2(reference.luminance / own.luminance)));

/** How much dimmer than the well-lit half of a person's photos each one is, in stops; never below 0. */
export function dimnessOf(tones: readonly SkinTone[]): number[] {
  const bright = percentile(
    tones.map((t) => t.luminance),
    0.75,
  );
  return tones.map((t) => Math.max(0, Math.log2(bright / t.luminance)));
}

/** Brightness over the skin's from which what is lifted is lifted less. */
const BRIGHTER = 1.2;

/**
 * Applies the factors in linear light; what would burn out is bent softly below white. Changes the planes in place. Where a dim
 * face is lifted, what is much brighter already (hair against a window, a white collar) stays as it is.
 * @param skin luminance of the skin before
 */
export function applyGains(planes: Planes, gains: readonly [number, number, number], skin: number): void {
  const lift = luminanceOf(gains[0], gains[1], gains[2]);
  const strongest = Math.max(...gains) * held(1, lift, skin);
  const [r, g, b] = planes;
  const lit = (v: number): number => encode(strongest > 1 ? soften(v, strongest) : v);
  for (let i = 0; i < r.length; i++) {
    const red = decode(r[i]!);
    const green = decode(g[i]!);
    const blue = decode(b[i]!);
    const hold = held(luminanceOf(red, green, blue), lift, skin);
    r[i] = lit(red * gains[0] * hold);
    g[i] = lit(green * gains[1] * hold);
    b[i] = lit(blue * gains[2] * hold);
  }
}

const luminanceOf = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Factor that takes the lift back with rising brightness, half as fast as it rises: lighter stays lighter. */
function held(luminance: number, lift: number, skin: number): number {
  const above = luminance / (BRIGHTER * skin);
  return lift <= 1 || above <= 1 ? 1 : Math.max(1 / lift, 1 / Math.sqrt(above));
}

/** Identity up to the middle tones, then a curve that reaches 1 where the brightest original value lands. */
function soften(v: number, top: number): number {
  const knee = 0.5;
  if (v <= knee) return v;
  const t = Math.min(1, (v - knee) / (top - knee));
  const slope = (top - knee) / (1 - knee);
  return knee + (1 - knee) * (1 - (1 - t) ** slope);
}
