import { between, type Random } from '../core/raster/random.js';
import { clamp } from '../core/raster/numbers.js';
import type { DepthView } from './depth.js';
import { mix, times, type Colour } from './layer.js';
import { paintLeaf } from './leaves.js';

export interface PottedPlant {
  /** Where it stands and how tall it is, in metres. */
  readonly x: number;
  readonly z: number;
  readonly height: number;
  readonly pot: Colour;
  /** Light that falls on it, 1 for full daylight. */
  readonly light: Colour;
}

const SHADE: Colour = [0.03, 0.048, 0.03];
const SUN: Colour = [0.24, 0.31, 0.14];

/** A plant in a tub: long leaves on bent stems, the lighter the nearer to the light. */
export function paintPottedPlant(view: DepthView, random: Random, { x, z, height, pot, light }: PottedPlant): void {
  const layer = view.at(z);
  const size = view.size(z);
  const shine = (c: Colour, f: number): Colour => [c[0] * light[0] * f, c[1] * light[1] * f, c[2] * light[2] * f];
  const tub = between(random, 0.15, 0.21);
  const rim = between(random, 0.32, 0.46);
  paintGroundShadow(view, x, z, tub * 2.2);
  layer.polygon(
    [
      view.see(x - tub, rim, z),
      view.see(x + tub, rim, z),
      view.see(x + tub * 0.78, 0, z),
      view.see(x - tub * 0.78, 0, z),
    ],
    (px) => shine(pot, 0.45 + 0.75 * clamp(0.5 + ((view.across(px, z) - x) / tub) * 0.6, 0, 1)),
  );
  const stems = 5 + Math.floor(random() * 5);
  const broad = between(random, 0.16, 0.3);
  for (let stem = 0; stem < stems; stem++) {
    const lean = between(random, -0.34, 0.34);
    const tall = height * between(random, 0.55, 1);
    const leaves = 5 + Math.floor(random() * 5);
    for (let i = 1; i <= leaves; i++) {
      const t = i / leaves;
      const at = view.see(x + lean * t * t * height, rim + (tall - rim) * t, z);
      const out = random() < 0.5 ? -1 : 1;
      // Leaves rise and then hang over.
      const angle = (out > 0 ? 0 : Math.PI) + out * between(random, -1.1, 0.7);
      const facing = 0.5 + 0.25 * out * view.from.side + 0.35 * (t - 0.5);
      const lit = clamp(facing + between(random, -0.35, 0.35), 0, 1);
      paintLeaf(
        layer,
        at,
        broad * size * between(random, 0.7, 1.15),
        angle,
        shine(mix(SHADE, SUN, lit ** 1.5), 1),
        0.95,
      );
      if (random() < 0.05) layer.ellipse(at[0], at[1], 0.003, 0.003, times(light, 6), 0.8);
    }
  }
}

/** The soft shadow under a thing: without it, it floats. */
export function paintGroundShadow(view: DepthView, x: number, z: number, half: number, level = 0): void {
  const [cx, cy] = view.see(x, level, z);
  const size = view.size(z);
  for (const [spread, alpha] of [
    [1.25, 0.16],
    [1, 0.26],
    [0.75, 0.34],
  ] as const)
    view.at(z).ellipse(cx, cy, half * size * spread, half * size * 0.16 * spread, [0.02, 0.02, 0.02], alpha);
}
