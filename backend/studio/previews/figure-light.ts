import type { Triple } from './vector.js';

/** A softbox, a window or the sun. Directions: x to the right, y up, z towards the viewer; the length does not matter. */
export interface Lamp {
  /** From the figure towards the lamp. */
  towards: Triple;
  /** Linear colour times strength; about 1.7 brings stone facing the lamp close to white. */
  colour: Triple;
  /** Apparent size: tangent of half its angle. .1 is hard, .6 a large softbox. */
  size: number;
  /** Light on the shaded part from the lamp's extent and from scattering in the stone, 0..0.5. */
  wrap: number;
  /** How fast the light falls off below the head: it loses this exponent per head height. Lamps near the head have more. */
  fade: number;
}

/** Linear light that arrives from the six sides. */
export interface Surroundings {
  left: Triple;
  right: Triple;
  above: Triple;
  below: Triple;
  front: Triple;
  behind: Triple;
}

/** The light in which the figure stands. */
export interface FigureLight {
  lamps: readonly Lamp[];
  surroundings: Surroundings;
  /** Strength of the satin sheen, 0..1. */
  sheen: number;
  /** Darkening of surfaces seen edge-on, 0..1: leaves room for a light edge that a scene's composition adds by itself. */
  outline: number;
}
