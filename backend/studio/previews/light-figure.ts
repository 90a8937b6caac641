import { CHANNELS } from '../core/raster/channels.js';
import { createRandom } from '../core/raster/random.js';
import { encode } from '../core/raster/srgb.js';
import type { FigureLight, Lamp, Surroundings } from './figure-light.js';
import type { Surface } from './trace-figure.js';
import { times, unit, type Triple } from './vector.js';
import { lampSeen, OUTLOOKS, type Openness } from './visibility.js';

/** Warm white plaster, linear. */
const PLASTER: Triple = [0.84, 0.815, 0.775];
/** Plaster lets light in: red travels farthest around the shadow's edge. */
const SCATTER: Triple = [1.25, 1, 0.82];
const KNEE = 0.62;

/**
 * Lights the figure.
 * @param open what `openness` found for this surface
 * @returns straight RGBA, sRGB, 4 bytes a pixel of the surface's size
 */
export function lightFigure(surface: Surface, open: Openness, light: FigureLight): Uint8Array {
  const radiance = new Float32Array(surface.count * 3);
  addSurroundings(radiance, surface, open, light);
  for (const lamp of light.lamps) addLamp(radiance, surface, lamp, light.sheen);
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

/** Light from all around, dimmer where the figure hides it; hidden directions give back a little light of the plaster itself. */
function addSurroundings(
  radiance: Float32Array,
  surface: Surface,
  open: Openness,
  { lamps, surroundings }: FigureLight,
): void {
  const n = OUTLOOKS.length;
  const seen = OUTLOOKS.map((direction) => surroundingLight(surroundings, direction));
  const own: Triple = CHANNELS.map((c) => {
    const around = seen.reduce((sum, colour) => sum + colour[c], 0) / n;
    return PLASTER[c] * (0.45 * around + 0.1 * lamps.reduce((sum, lamp) => sum + lamp.colour[c], 0));
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
    radiance[i * 3]! += (PLASTER[0] * r) / sum;
    radiance[i * 3 + 1]! += (PLASTER[1] * g) / sum;
    radiance[i * 3 + 2]! += (PLASTER[2] * b) / sum;
  }
}

function surroundingLight(s: Surroundings, [x, y, z]: Triple): Triple {
  const horizontal = x < 0 ? s.left : s.right;
  const vertical = y < 0 ? s.below : s.above;
  const depth = z < 0 ? s.behind : s.front;
  return CHANNELS.map((c) => x * x * horizontal[c] + y * y * vertical[c] + z * z * depth[c]) as unknown as Triple;
}

function addLamp(radiance: Float32Array, surface: Surface, lamp: Lamp, sheen: number): void {
  const towards = unit(lamp.towards);
  const seen = lampSeen(surface, towards, lamp.size);
  const [lx, ly, lz] = towards;
  // The viewer is far away, so one half-way direction serves the whole figure.
  const [hx, hy, hz] = unit([lx, ly, lz + 1]);
  const wraps = times(SCATTER, lamp.wrap);
  const gloss = 18 / (1 + 4 * lamp.size);
  for (let i = 0; i < surface.count; i++) {
    const below = Math.max(0, -0.3 - surface.place[i * 3 + 1]!);
    const free = seen[i]! * Math.exp((-lamp.fade * below * below) / (0.3 + below));
    if (free === 0) continue;
    const nx = surface.normal[i * 3]!;
    const ny = surface.normal[i * 3 + 1]!;
    const nz = surface.normal[i * 3 + 2]!;
    const facing = nx * lx + ny * ly + nz * lz;
    const mirror = Math.max(0, nx * hx + ny * hy + nz * hz);
    const grazing = (1 - Math.max(0, nz)) ** 3;
    const shine = sheen * free * Math.max(0, facing) * (0.12 * mirror ** gloss + 0.35 * grazing * mirror ** 4);
    for (const c of CHANNELS) {
      const wrap = wraps[c];
      const reach = Math.max(0, (facing + wrap) / (1 + wrap));
      radiance[i * 3 + c]! += lamp.colour[c] * (PLASTER[c] * reach * reach ** wrap * free + shine);
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
    for (const c of CHANNELS) sum[p + c]! += share * shoulder(radiance[i * 3 + c]!);
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

/** Straight up to the knee, then bent towards white, so that lit plaster keeps its form. */
const shoulder = (v: number): number => (v <= KNEE ? v : KNEE + (1 - KNEE) * (1 - Math.exp((KNEE - v) / (1 - KNEE))));
