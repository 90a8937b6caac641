import type { Scene, SceneVariation } from '../../scenes/scene.js';
import { PAINT_HEIGHT, PAINT_WIDTH, type Colour } from '../../scenes/layer.js';
import type { Background, Gains } from '../refining.js';
import { seedOf } from '../raster/random.js';
import { give, take } from '../raster/scratch.js';
import { LINEAR_OF_8BIT, srgbToLinear } from '../raster/srgb.js';
import { createBackdrop, type Backdrop } from './backdrop.js';
import { castShadow } from './compose.js';
import { develop } from './develop.js';
import type { Person } from './person.js';
import { portrayBefore } from './portray.js';

/** What a person is shown in: the scene with the light of one portrait, and how its background varies. */
export interface Setting {
  scene: Scene;
  variation: SceneVariation;
  seed: number;
  contrast: number;
}

/** Interleaved pixels of one size. */
export interface Pixels {
  data: Uint8Array;
  channels: 3 | 4;
}

/** Gains of display values, as factors of linear light. */
const DISPLAY_GAMMA = 2.2;

/** Shows a person before another background than the portrait has, in the same light. RGBA where there is none. */
export function refinePerson(person: Person, setting: Setting, background: Background): Pixels {
  if (background.kind === 'none') return { data: personLayer(person, setting), channels: 4 };
  const data =
    background.kind === 'scene'
      ? beforeScene(person, setting, background.gains)
      : beforeColour(person, setting, background);
  return { data, channels: 3 };
}

/** The person alone, lit by the scene: straight RGBA. */
export function personLayer(person: Person, { scene, variation, seed, contrast }: Setting): Uint8Array {
  const { width, height } = person;
  const alpha = take(width * height);
  const backdrop = createBackdrop(scene, seed, variation, width, height);
  const cover = { alpha, isLayer: true };
  const rgb = portrayBefore(backdrop, scene.light, person, variation, seed, contrast, cover);
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < alpha.length; i++) {
    // Where there is nothing of the person, nothing of the background shows in the file either.
    if (alpha[i] === 0) continue;
    rgba.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
    rgba[i * 4 + 3] = Math.round(alpha[i]! * 255);
  }
  give(alpha);
  return rgba;
}

/** The background alone, with the person's shadow: RGB. */
export function backgroundLayer(person: Person, { scene, variation, seed, contrast }: Setting): Uint8Array {
  const { width, height } = person;
  const backdrop = createBackdrop(scene, seed, variation, width, height);
  castShadow(person, backdrop, scene.light, variation.side);
  const grainSeed = seedOf('grain', seed);
  const pixels = develop(backdrop.planes, width, height, scene.light, null, { contrast, sharpen: 0, grainSeed });
  give(...backdrop.planes);
  return pixels;
}

function beforeScene(person: Person, { scene, variation, seed, contrast }: Setting, gains: Gains): Uint8Array {
  const backdrop = createBackdrop(scene, seed, variation, person.width, person.height);
  const linear = gains.map((gain) => Math.max(0, gain) ** DISPLAY_GAMMA) as unknown as Colour;
  for (const [channel, plane] of backdrop.planes.entries())
    for (let i = 0; i < plane.length; i++) plane[i]! *= linear[channel]!;
  const painting = backdrop.painting.map((plane, channel) =>
    plane.map((value) => value * linear[channel]!),
  ) as unknown as Backdrop['painting'];
  return portrayBefore({ ...backdrop, painting }, scene.light, person, variation, seed, contrast);
}

type Rgb = readonly [number, number, number];

function colourOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** One colour all over, exactly: neither corners, tones nor grain of the scene change it. */
function beforeColour(
  person: Person,
  { scene, variation, seed, contrast }: Setting,
  { colour: hex, gains }: Extract<Background, { kind: 'colour' }>,
): Uint8Array {
  const { width, height } = person;
  const colour = colourOf(hex);
  const light = { ...scene.light, vignette: 0, grain: 0, shadow: 0 };
  const alpha = take(width * height);
  const flat = flatBackdrop(colour, width, height);
  const pixels = portrayBefore(flat, light, person, variation, seed, contrast, { alpha, isLayer: false });
  // How the development shows the colour; by this it is off where nothing of the person is.
  const developed = develop(
    colour.map((value) => Float32Array.of(srgbToLinear(value / 255))) as unknown as Backdrop['planes'],
    1,
    1,
    light,
    null,
    { contrast, sharpen: 0, grainSeed: 0 },
  );
  for (let i = 0; i < alpha.length; i++) {
    const rest = 1 - alpha[i]!;
    for (let c = 0; c < 3; c++) {
      const own = Math.max(0, pixels[i * 3 + c]! - rest * developed[c]!);
      const value = own * gains[c]! + rest * colour[c]!;
      pixels[i * 3 + c] = Math.min(255, Math.max(0, Math.round(value)));
    }
  }
  give(alpha);
  return pixels;
}

function flatBackdrop(colour: Rgb, width: number, height: number): Backdrop {
  const filled = (plane: () => Float32Array): Backdrop['planes'] =>
    colour.map((value) => plane().fill(LINEAR_OF_8BIT[value]!)) as unknown as Backdrop['planes'];
  return {
    planes: filled(() => take(width * height)),
    painting: filled(() => new Float32Array(PAINT_WIDTH * PAINT_HEIGHT)),
  };
}
