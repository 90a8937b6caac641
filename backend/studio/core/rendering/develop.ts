import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { clamp } from '../raster/numbers.js';
import { createRandom } from '../raster/random.js';
import { give, take } from '../raster/scratch.js';
import { encode } from '../raster/srgb.js';
import type { SceneLight } from '../../scenes/scene.js';

const KNEE = 0.72;
const NOISE_SIDE = 512;

/** Grain: sums of uniform numbers, close to normal with deviation 1; drawn once. */
const NOISE = ((): Float32Array => {
  const random = createRandom(0x9e3779b9);
  return Float32Array.from({ length: NOISE_SIDE * NOISE_SIDE }, () => (random() + random() + random() - 1.5) * 2);
})();

/** What the development adds to the scene's own settings. */
export interface Development {
  contrast: number;
  /** Strength of the sharpening on the person, 0 for none. */
  sharpen: number;
  grainSeed: number;
  /** Whether the planes hold the person's own colours wherever there is anything of them, as a layer does. Default false. */
  isLayer?: boolean;
}

/**
 * Develops linear light to 8-bit sRGB: soft highlights, S-curve, saturation, vignette, sharpening of the person, grain.
 * @param person straight RGBA whose alpha says where to sharpen, or null for a bare background
 */
export function develop(
  planes: Planes,
  width: number,
  height: number,
  light: SceneLight,
  person: Uint8Array | null,
  development: Development,
): Uint8Array {
  const n = width * height;
  toDisplay(planes, width, height, light, person, development);
  if (person && development.sharpen > 0) sharpenPerson(planes, width, height, person, development.sharpen);
  const out = new Uint8Array(n * 3);
  const offset = Math.floor(createRandom(development.grainSeed)() * NOISE.length);
  const [r, g, b] = planes;
  for (let y = 0; y < height; y++) {
    const row = offset + (y % NOISE_SIDE) * NOISE_SIDE;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const grain = NOISE[(row + (x % NOISE_SIDE)) % NOISE.length]! * light.grain;
      out[i * 3] = to8(r[i]! + grain);
      out[i * 3 + 1] = to8(g[i]! + grain);
      out[i * 3 + 2] = to8(b[i]! + grain);
    }
  }
  return out;
}

const to8 = (v: number): number => (v <= 0 ? 0 : v >= 1 ? 255 : (v * 255 + 0.5) | 0);

/**
 * The S-curve bends each channel of the background, which gets more colourful by it, but of a person the brightness alone: skin would turn
 * orange.
 */
function toDisplay(
  planes: Planes,
  width: number,
  height: number,
  light: SceneLight,
  person: Uint8Array | null,
  { contrast: extra, isLayer = false }: Development,
): void {
  const [r, g, b] = planes;
  const contrast = Math.max(0, light.contrast + extra);
  for (let y = 0; y < height; y++) {
    const dy = (y / height - 0.45) * 1.1;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const dx = x / width - 0.5;
      const dim = 1 - light.vignette * Math.min(1, (dx * dx + dy * dy) * 2.6);
      const red = encode(shoulder(r[i]! * dim));
      const green = encode(shoulder(g[i]! * dim));
      const blue = encode(shoulder(b[i]! * dim));
      const alpha = person ? person[i * 4 + 3]! : 0;
      const own = isLayer && alpha > 0 ? 1 : alpha / 255;
      const grey = 0.3 * red + 0.59 * green + 0.11 * blue;
      const lift = own === 0 ? 0 : own * (curve(grey, contrast) - grey);
      const share = contrast * (1 - own);
      const bentRed = curve(red, share) + lift;
      const bentGreen = curve(green, share) + lift;
      const bentBlue = curve(blue, share) + lift;
      const level = 0.3 * bentRed + 0.59 * bentGreen + 0.11 * bentBlue;
      r[i] = level + (bentRed - level) * light.saturation;
      g[i] = level + (bentGreen - level) * light.saturation;
      b[i] = level + (bentBlue - level) * light.saturation;
    }
  }
}

/** Straight up to the knee, then bent so that any highlight stays below white. */
const shoulder = (v: number): number => (v <= KNEE ? v : KNEE + (1 - KNEE) * (1 - Math.exp((KNEE - v) / (1 - KNEE))));

/** An S through (0,0), (.5,.5) and (1,1). */
const curve = (v: number, strength: number): number => v + strength * (v * v * (3 - 2 * v) - v);

function sharpenPerson(planes: Planes, width: number, height: number, person: Uint8Array, amount: number): void {
  const [r, g, b] = planes;
  const luma = take(width * height);
  for (let i = 0; i < luma.length; i++) luma[i] = 0.3 * r[i]! + 0.59 * g[i]! + 0.11 * b[i]!;
  const soft = blur(luma, width, height, Math.max(0.5, (1.3 * width) / 1024));
  for (let i = 0; i < luma.length; i++) {
    const a = person[i * 4 + 3]!;
    // The outline itself stays as it is: sharpening it would draw a line around the person.
    if (a < 200) continue;
    const d = clamp((luma[i]! - soft[i]!) * amount, -0.06, 0.06) * ((a - 200) / 55);
    r[i]! += d;
    g[i]! += d;
    b[i]! += d;
  }
  give(luma, soft);
}
