import { elementOf } from '../element-of.js';

/** A seeded source of numbers in [0, 1): the same seed gives the same sequence everywhere. */
export type Random = () => number;

/** Mixes any numbers and words into one 32-bit seed. */
export function seedOf(...parts: (number | string)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    for (const char of `${part}|`) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of the list, each as likely as the others. */
export const pick = <T>(random: Random, list: readonly T[]): T => elementOf(list, Math.floor(random() * list.length));

/** A number between the limits. */
export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();
