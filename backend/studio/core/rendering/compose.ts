import { blur } from '../raster/blur.js';
import type { Planes } from '../raster/guided-filter.js';
import { smoothstep } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { encode, LINEAR_OF_8BIT } from '../raster/srgb.js';
import { PAINT_HEIGHT, PAINT_WIDTH, type Colour } from '../../scenes/layer.js';
import type { SceneLight, SceneVariation } from '../../scenes/scene.js';
import type { Backdrop } from './backdrop.js';
import type { Person } from './person.js';
import { alphaForLight, LIGHT_HEIGHT, LIGHT_WIDTH, lightPerson } from './relight.js';

/** Maps at portrait size that the pixel loop reads; all scratch buffers. */
interface Maps {
  key: Float32Array;
  even: Float32Array;
  tint: Planes | null;
  back: Float32Array;
  /** 1 deep inside the person, .5 on the outline. */
  inner: Float32Array;
  shadow: Float32Array;
  /** Wide blur of the background: the light that comes from behind. */
  ambient: Planes;
}

/** What a composition tells beside the picture. */
export interface Cover {
  /** Takes how much of each pixel is the person's, 0 to 1. */
  alpha: Float32Array;
  /** Whether the planes become the person's own colours wherever there is anything of them, for a layer, instead of the picture. */
  isLayer: boolean;
}

/**
 * Puts the lit person before the background, in linear light. The backdrop's planes are changed in place and become the picture.
 */
export function compose(
  person: Person,
  backdrop: Backdrop,
  light: SceneLight,
  variation: SceneVariation,
  cover?: Cover,
): void {
  const maps = prepareMaps(person, backdrop, light, variation.side);
  // The print as a whole leans warm or cool with its background.
  const lean: Colour = [1 + 0.02 * variation.warmth, 1, 1 - 0.03 * variation.warmth];
  const { rgba, width, height } = person;
  const [br, bg, bb] = backdrop.planes;
  const gain = 2 ** light.stops;
  const tints = maps.tint;
  for (let i = 0, p = 0; i < width * height; i++, p += 4) {
    const shade = 1 - maps.shadow[i]!;
    const seen = rgba[p + 3]! / 255;
    const covered = seen === 0 || seen === 1 ? seen : clearHaze(seen, rgba, p, maps.ambient, i);
    if (cover) cover.alpha[i] = covered;
    const a = cover?.isLayer && covered > 0 ? 1 : covered;
    if (a === 0) {
      br[i]! *= shade;
      bg[i]! *= shade;
      bb[i]! *= shade;
      continue;
    }
    const lit = maps.key[i]!;
    const level = gain * maps.even[i]! * (1 + light.key * (lit - 1) * 0.55);
    const warm = smoothstep(0.6, 1.3, lit);
    const edge = 1 - smoothstep(0.5, 0.98, maps.inner[i]!);
    // Only what is surely the person shines: on half-clear pixels and right on the outline, light would draw the matte's doubts.
    // Before something bright it would take the outline away.
    const sure = covered * covered * covered * smoothstep(0.5, 0.7, maps.inner[i]!);
    const rim = light.rim * edge * maps.back[i]! * 2.2 * sure * (1 - 0.7 * Math.min(1, maps.ambient[1][i]!));
    // Light of a bright background creeps round the edge, less far than a lamp's.
    const wrap = light.wrap * (1 - smoothstep(0.5, 0.8, maps.inner[i]!));
    br[i] = mixChannel(
      br[i]! * shade,
      LINEAR_OF_8BIT[rgba[p]!]!,
      a,
      level * tint(light, 0, warm) * lean[0] * (tints ? tints[0][i]! : 1),
      rim,
      wrap,
      maps.ambient[0][i]!,
    );
    bg[i] = mixChannel(
      bg[i]! * shade,
      LINEAR_OF_8BIT[rgba[p + 1]!]!,
      a,
      level * tint(light, 1, warm) * lean[1] * (tints ? tints[1][i]! : 1),
      rim,
      wrap,
      maps.ambient[1][i]!,
    );
    bb[i] = mixChannel(
      bb[i]! * shade,
      LINEAR_OF_8BIT[rgba[p + 2]!]!,
      a,
      level * tint(light, 2, warm) * lean[2] * (tints ? tints[2][i]! : 1),
      rim,
      wrap,
      maps.ambient[2][i]!,
    );
  }
  give(maps.key, maps.even, ...(maps.tint ?? []), maps.back, maps.inner, maps.shadow, ...maps.ambient);
}

/** Difference of brightness (0..1) from which haze stands out. */
const [SAME, OTHER] = [0.1, 0.5];

/** Alpha of what is taken for nothing, and of what is taken for the person. */
const HAZY = [0.12, 0.88] as const;

/** Before a background of another brightness a breath of hair shows as haze, and a gap in it as a hole: half-clear pixels lean to either side. */
function clearHaze(alpha: number, rgba: Uint8Array, p: number, [red, green, blue]: Planes, i: number): number {
  const own = (0.3 * rgba[p]! + 0.59 * rgba[p + 1]! + 0.11 * rgba[p + 2]!) / 255;
  const behind = encode(0.3 * red[i]! + 0.59 * green[i]! + 0.11 * blue[i]!);
  const contrast = smoothstep(SAME, OTHER, Math.abs(own - behind));
  return alpha + (smoothstep(...HAZY, alpha) - alpha) * contrast;
}

const tint = (light: SceneLight, c: 0 | 1 | 2, warm: number): number =>
  light.fillTint[c] + (light.keyTint[c] - light.fillTint[c]) * warm;

function mixChannel(
  back: number,
  own: number,
  a: number,
  level: number,
  rim: number,
  wrap: number,
  ambient: number,
): number {
  // The rim lights what is there (hair shines in its own colour) plus a little pure reflection.
  const lit = own * level + rim * (own * 1.6 + 0.018);
  // Black cloth gives back little of what creeps round: as a light seam it would look cut out.
  const front = lit + wrap * Math.min(1, 0.25 + 3 * own) * Math.max(0, Math.min(1, ambient) - 0.25 * lit);
  // A sun behind half-clear pixels would burn holes into what the matte is not sure of: it only shines beside the person.
  const seen = back > 1 ? 1 + (back - 1) * (1 - a) ** 4 : back;
  return seen + (front - seen) * a;
}

function prepareMaps(person: Person, backdrop: Backdrop, light: SceneLight, side: -1 | 1): Maps {
  const { width, height } = person;
  const alpha = alphaForLight(person);
  const map = lightPerson(person, alpha, side, light.rimSided);
  const enlarge = (plane: Float32Array): Float32Array => resample(plane, LIGHT_WIDTH, LIGHT_HEIGHT, width, height);
  const key = enlarge(map.key);
  const even = enlarge(map.even);
  const tints = map.tint && (map.tint.map(enlarge) as unknown as Planes);
  const back = enlarge(map.back);
  const shadow = shadowOf(alpha, light.shadow, side, enlarge);
  give(alpha, map.key, map.even, ...(map.tint ?? []), map.back);
  return { key, even, tint: tints, back, shadow, inner: innerOf(person), ambient: ambientOf(backdrop, width, height) };
}

/** Lays the person's shadow on a background that is shown without the person. The backdrop's planes are changed in place. */
export function castShadow(person: Person, { planes }: Backdrop, { shadow }: SceneLight, side: -1 | 1): void {
  const alpha = alphaForLight(person);
  const shade = shadowOf(alpha, shadow, side, (plane) =>
    resample(plane, LIGHT_WIDTH, LIGHT_HEIGHT, person.width, person.height),
  );
  for (const plane of planes) for (let i = 0; i < plane.length; i++) plane[i]! *= 1 - shade[i]!;
  give(alpha, shade);
}

/** A soft shadow falls away from the lamp, a little lower than the person. */
function shadowOf(
  alpha: Float32Array,
  strength: number,
  side: -1 | 1,
  enlarge: (p: Float32Array) => Float32Array,
): Float32Array {
  const moved = take(alpha.length);
  const dx = -6 * side;
  const dy = 5;
  for (let y = 0; y < LIGHT_HEIGHT; y++) {
    for (let x = 0; x < LIGHT_WIDTH; x++) {
      const sx = Math.min(LIGHT_WIDTH - 1, Math.max(0, x - dx));
      const sy = Math.min(LIGHT_HEIGHT - 1, Math.max(0, y - dy));
      moved[y * LIGHT_WIDTH + x] = alpha[sy * LIGHT_WIDTH + sx]! * strength;
    }
  }
  const soft = blur(moved, LIGHT_WIDTH, LIGHT_HEIGHT, 7);
  const out = enlarge(soft);
  give(moved, soft);
  return out;
}

function innerOf(person: Person): Float32Array {
  const { rgba, width, height } = person;
  const alpha = take(width * height);
  for (let i = 0; i < alpha.length; i++) alpha[i] = rgba[i * 4 + 3]! / 255;
  const sw = Math.ceil(width / 4);
  const sh = Math.ceil(height / 4);
  const small = resample(alpha, width, height, sw, sh);
  const soft = blur(small, sw, sh, (width / 1024) * 5);
  const out = resample(soft, sw, sh, width, height);
  give(alpha, small, soft);
  return out;
}

function ambientOf(backdrop: Backdrop, width: number, height: number): Planes {
  return backdrop.painting.map((plane) => {
    const soft = blur(plane, PAINT_WIDTH, PAINT_HEIGHT, 14);
    const out = resample(soft, PAINT_WIDTH, PAINT_HEIGHT, width, height);
    give(soft);
    return out;
  }) as unknown as Planes;
}
