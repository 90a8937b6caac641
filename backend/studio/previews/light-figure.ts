import { CHANNELS } from '../core/raster/channels.js';
import { createRandom } from '../core/raster/random.js';
import { encode } from '../core/raster/srgb.js';
import type { FigureLight, Lamp, Surroundings } from './figure-light.js';
import type { Head } from './figure/heads.js';
import { STONE } from './stone.js';
import type { Surface } from './trace-figure.js';
import { unit, type Triple } from './vector.js';
import { lampSeen, OUTLOOKS, type Openness } from './visibility.js';

/** What the camera sees of a head, whatever the light. */
export interface SeenHead {
  head: Head;
  surface: Surface;
  open: Openness;
}

/** Stone lets light in: powers of a shadow's openness by which red reaches farther into it than blue. */
const SHADOW_EDGE: Triple = [0.85, 1, 1.12];
/** The same where the surface turns away from the lamp. */
const TURNING: Triple = [1, 1.03, 1.08];
/** Hollows give back some of their own warm light: powers of the openness. */
const HOLLOW: Triple = [0.82, 0.95, 1.08];
/** Lamps lose strength below the chin, so that the head carries the light. */
const CHIN = 0.1;
const EXPOSURE = 0.73;

/**
 * Lights the figure.
 * @returns straight RGBA, sRGB, 4 bytes a pixel of the surface's size
 */
export function lightFigure(seen: SeenHead, light: FigureLight): Uint8Array {
  const { surface } = seen;
  const radiance = new Float32Array(surface.count * 3);
  addSurroundings(radiance, seen, light);
  for (const lamp of light.lamps) addLamp(radiance, seen, lamp, light.sheen);
  if (light.outline > 0) darkenOutline(radiance, surface, light.outline);
  return toPixels(surface, radiance);
}

function darkenOutline(radiance: Float32Array, surface: Surface, amount: number): void {
  for (let i = 0; i < surface.count; i++) {
    const edgeOn = 1 - Math.max(0, surface.normal[i * 3 + 2]!);
    const factor = 1 - amount * edgeOn * edgeOn;
    for (const c of CHANNELS) radiance[i * 3 + c]! *= factor;
  }
}

/** Light from all around, dimmer where the figure hides it; hidden directions give back a little light of the stone itself. */
function addSurroundings(
  radiance: Float32Array,
  { surface, open }: SeenHead,
  { lamps, surroundings }: FigureLight,
): void {
  const n = OUTLOOKS.length;
  const seen = OUTLOOKS.map((direction) => surroundingLight(surroundings, direction));
  const own: Triple = CHANNELS.map((c) => {
    const around = seen.reduce((sum, colour) => sum + colour[c], 0) / n;
    return STONE[c] * (0.35 * around + 0.035 * lamps.reduce((sum, lamp) => sum + lamp.colour[c], 0));
  }) as unknown as Triple;
  for (let i = 0; i < surface.count; i++) {
    const nx = surface.normal[i * 3]!;
    const ny = surface.normal[i * 3 + 1]!;
    const nz = surface.normal[i * 3 + 2]!;
    let [r, g, b] = [0, 0, 0];
    let sum = 0;
    for (const [o, [dx, dy, dz]] of OUTLOOKS.entries()) {
      // Reaching a little over the horizon keeps the few directions from drawing bands.
      const facing = (nx * dx + ny * dy + nz * dz + 0.2) / 1.2;
      if (facing <= 0) continue;
      const weight = facing * facing;
      const free = open[i * n + o]! / 255;
      const [red, green, blue] = seen[o]!;
      sum += weight;
      r += weight * (free * red + (1 - free) * own[0]);
      g += weight * (free * green + (1 - free) * own[1]);
      b += weight * (free * blue + (1 - free) * own[2]);
    }
    const hollow = surface.hollow[i]!;
    const stone = surface.stone[i]! / sum;
    radiance[i * 3]! += STONE[0] * stone * r * hollow ** HOLLOW[0];
    radiance[i * 3 + 1]! += STONE[1] * stone * g * hollow ** HOLLOW[1];
    radiance[i * 3 + 2]! += STONE[2] * stone * b * hollow ** HOLLOW[2];
  }
}

function surroundingLight(s: Surroundings, [x, y, z]: Triple): Triple {
  const horizontal = x < 0 ? s.left : s.right;
  const vertical = y < 0 ? s.below : s.above;
  const depth = z < 0 ? s.behind : s.front;
  return CHANNELS.map((c) => x * x * horizontal[c] + y * y * vertical[c] + z * z * depth[c]) as unknown as Triple;
}

function addLamp(radiance: Float32Array, { head, surface }: SeenHead, lamp: Lamp, sheen: number): void {
  const towards = unit(lamp.towards);
  const seen = lampSeen(head, surface, towards, lamp.size);
  const [lx, ly, lz] = towards;
  // The viewer is far away, so one half-way direction serves the whole figure.
  const [hx, hy, hz] = unit([lx, ly, lz + 1]);
  for (let i = 0; i < surface.count; i++) {
    const free = seen[i]!;
    if (free === 0) continue;
    const nx = surface.normal[i * 3]!;
    const ny = surface.normal[i * 3 + 1]!;
    const nz = surface.normal[i * 3 + 2]!;
    const facing = nx * lx + ny * ly + nz * lz;
    const reach = Math.max(0, (facing + lamp.wrap) / (1 + lamp.wrap));
    if (reach === 0) continue;
    const lit = reach * (0.65 + 0.35 * reach * (3 - 2 * reach));
    const fall = Math.exp(0.8 * lamp.fade * Math.min(0, surface.place[i * 3 + 1]! - CHIN));
    const strength = fall * (0.65 + 0.35 * surface.hollow[i]!);
    const mirror = Math.max(0, nx * hx + ny * hy + nz * hz) ** 22;
    const grazing = 0.04 + 0.5 * (1 - Math.max(0, nz)) ** 5;
    const shine = sheen * strength * free * Math.max(0, facing) * mirror * grazing;
    for (const c of CHANNELS) {
      const diffuse = STONE[c] * surface.stone[i]! * strength * lit ** TURNING[c] * free ** SHADOW_EDGE[c];
      radiance[i * 3 + c]! += lamp.colour[c] * (diffuse + shine);
    }
  }
}

/** Adds the samples up per pixel in linear light; colour is averaged over the covered part only. */
function toPixels(surface: Surface, radiance: Float32Array): Uint8Array {
  const pixels = surface.width * surface.height;
  const sum = new Float32Array(pixels * 4);
  for (let i = 0; i < surface.count; i++) {
    const p = surface.pixel[i]! * 4;
    const share = surface.share[i]!;
    for (const c of CHANNELS) sum[p + c]! += share * tone(EXPOSURE * radiance[i * 3 + c]!);
    sum[p + 3]! += share;
  }
  const random = createRandom(0x5eed);
  const out = new Uint8Array(pixels * 4);
  for (let p = 0; p < sum.length; p += 4) {
    const alpha = sum[p + 3]!;
    if (alpha === 0) continue;
    // A fraction of a step of noise keeps the long gradients free of bands in 8 bits.
    const dither = random();
    for (const c of CHANNELS) out[p + c] = Math.min(255, Math.floor(encode(sum[p + c]! / alpha) * 255 + dither));
    out[p + 3] = Math.round(Math.min(1, alpha) * 255);
  }
  return out;
}

/** Bends bright values towards white slowly, so that lit stone keeps its form. */
const tone = (v: number): number => Math.min(1, (1.04 * v * (1 + 0.12 * v)) / (1 + 0.42 * v));
