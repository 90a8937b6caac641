import type { Random } from '../core/raster/random.js';
import { clamp } from '../core/raster/numbers.js';
import { mix, times, type Colour, type Corner, type Layer } from './layer.js';
import { roughFrom } from './rough.js';

/** How leaves look in a light. */
export interface LeafLight {
  readonly shade: Colour;
  readonly sun: Colour;
  /** Where the light comes from in the picture: -1 left or above, 1 right or below. */
  readonly towards: readonly [x: number, y: number];
  /** Share of leaf pixels that mirror the sun, as bright as `glint`. */
  readonly glints: number;
  readonly glint: Colour;
}

/** A mass of leaves: an ellipse whose rim and inside are broken up. Lengths in picture widths. */
export interface LeafMass {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Size of a tuft of leaves. */
  readonly tuft: number;
  /** How much of the inside is open to what is behind, 0 for none. */
  readonly gaps: number;
}

/** Draws a mass of leaves. Holes are left open, so that what is brighter behind shines through. */
export function paintLeaves(random: Random, layer: Layer, mass: LeafMass, light: LeafLight): void {
  const { x: cx, y: cy, width, height, tuft } = mass;
  const coarse = roughFrom(random);
  const fine = roughFrom(random);
  layer.region(cx - width * 1.4, cy - height * 1.4, cx + width * 1.4, cy + height * 1.4, (x, y) => {
    const dx = (x - cx) / width;
    const dy = (y - cy) / height;
    const distance = dx * dx + dy * dy;
    if (distance > 2) return null;
    const form = coarse(x / (tuft * 3.4), y / (tuft * 3));
    const inside = 1 - distance + 0.9 * form;
    if (inside < 0) return null;
    const tufts = fine(x / tuft, y / (tuft * 0.9));
    // Leaves thin out towards the rim and between the boughs.
    if (tufts < -1 + mass.gaps * (1.6 - 0.7 * Math.min(1, inside)) - 0.6 * form) return null;
    const facing = dx * light.towards[0] + dy * light.towards[1];
    const lit = clamp(0.4 + 0.42 * facing + 0.55 * form + 0.5 * tufts, 0, 1.2);
    const leaf = random();
    if (leaf < light.glints * lit ** 3) return times(light.glint, 0.2 + random() ** 4 * 2);
    return times(mix(light.shade, light.sun, lit), 0.6 + 0.8 * leaf);
  });
}

/** One leaf, pointed at both ends. @param angle of its midrib in radians */
export function paintLeaf(
  layer: Layer,
  [x, y]: Corner,
  length: number,
  angle: number,
  colour: Colour,
  alpha = 1,
): void {
  const along = [Math.cos(angle) * length, Math.sin(angle) * length] as const;
  const broad = [-along[1] * 0.26, along[0] * 0.26] as const;
  const at = (t: number, side: number): Corner => [
    x + along[0] * t + broad[0] * side,
    y + along[1] * t + broad[1] * side,
  ];
  layer.polygon(
    [at(0, 0), at(0.22, 0.75), at(0.45, 1), at(0.75, 0.6), at(1, 0), at(0.75, -0.6), at(0.45, -1), at(0.22, -0.75)],
    colour,
    alpha,
  );
}
