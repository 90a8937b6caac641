import { between, type Random } from '../core/raster/random.js';
import { mix, times, type Colour, type Layer } from './layer.js';

/** A tree's crown or a bush: clumps of leaves within an ellipse. */
export interface Crown {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Linear colour of leaves in the shade and in the sun. */
  shade: Colour;
  sun: Colour;
  /** Where the sun stands, seen from the crown; the length says how one-sided its light is. */
  towards: readonly [x: number, y: number];
  clumps: number;
}

const LEAVES = 16;

/** Paints a crown: ragged towards its rim, clump by clump brighter on the side of the sun, with gaps between the leaves. */
export function paintCrown(layer: Layer, random: Random, crown: Crown): void {
  const { width, height } = crown;
  const size = Math.min(width, height);
  for (let clump = 0; clump < crown.clumps; clump++) {
    const angle = random() * Math.PI * 2;
    // A lumpy outline: the reach differs from direction to direction.
    const reach =
      Math.sqrt(random()) *
      (0.86 + 0.2 * Math.sin(angle * 3 + crown.x * 40) + 0.12 * Math.sin(angle * 7 + crown.y * 60));
    const dx = Math.cos(angle) * reach;
    const dy = Math.sin(angle) * reach;
    const lit = 0.42 + 0.42 * (dx * crown.towards[0] + dy * crown.towards[1]) + between(random, -0.25, 0.25);
    const spread = size * between(random, 0.1, 0.2);
    for (let leaf = 0; leaf < LEAVES; leaf++) {
      const x = crown.x + dx * width + between(random, -spread, spread);
      const y = crown.y + dy * height + between(random, -spread, spread) * 0.8;
      const light = Math.min(1.25, Math.max(0, lit + between(random, -0.3, 0.3)));
      const r = size * between(random, 0.025, 0.07);
      layer.ellipse(x, y, r, r * 0.8, times(mix(crown.shade, crown.sun, light), between(random, 0.8, 1.2)), 0.8);
    }
  }
}

/** Sky seen through leaves: bright specks that the lens turns into discs, dense in places. */
export function paintSkyHoles(
  layer: Layer,
  random: Random,
  count: number,
  place: () => readonly [number, number],
  colour: Colour,
): void {
  for (let i = 0; i < count; i++) {
    const [x, y] = place();
    const many = 1 + Math.floor(random() * 4);
    for (let k = 0; k < many; k++) {
      const r = between(random, 0.003, 0.011);
      layer.ellipse(
        x + between(random, -0.025, 0.025),
        y + between(random, -0.02, 0.02),
        r,
        r,
        times(colour, between(random, 0.5, 1.6)),
        0.85,
      );
    }
  }
}
