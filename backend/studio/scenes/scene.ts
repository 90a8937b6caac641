import type { Random } from '../core/raster/random.js';
import type { Colour, Painting } from './layer.js';

/** How a scene lights and develops the person in it. */
export interface SceneLight {
  /** Strength of the modelled key light, 0..1. */
  key: number;
  /** Tint of the lit and of the shaded side; 1, 1, 1 is neutral. */
  keyTint: Colour;
  fillTint: Colour;
  /** Exposure of the person in stops. */
  stops: number;
  /** How far the background's light creeps around the outline. */
  wrap: number;
  /** Light from behind on hair and shoulders. */
  rim: number;
  /** How much the rim keeps to the side the light comes from: 0 both edges alike, 1 one edge only. */
  rimSided: number;
  /** Soft shadow of the person on the backdrop; 0 for far backgrounds. */
  shadow: number;
  /** Darkening towards the corners and the lower edge. */
  vignette: number;
  /** Strength of the S-curve; 0 leaves tones as they are. */
  contrast: number;
  saturation: number;
  /** Standard deviation of the grain on display values. */
  grain: number;
}

/** How one portrait of a run differs from the next: small, as in a real session. */
export interface SceneVariation {
  /** Backdrop brightness in stops. */
  tone: number;
  /** -1 cool to 1 warm. */
  warmth: number;
  /** The side the light comes from: -1 left, 1 right. */
  side: -1 | 1;
}

/** A background with its light. Painted anew from a seeded source of numbers: the same seed gives the same picture. */
export interface Scene {
  key: string;
  light: SceneLight;
  paint(random: Random, variation: SceneVariation): Painting;
}
