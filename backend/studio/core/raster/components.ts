import { flood } from './flood.js';

/** The four-connected areas of a mask, as the indices of their pixels. */
export function* connectedComponents(mask: Float32Array, width: number): Generator<number[]> {
  const seen = new Uint8Array(mask.length);
  for (let i = 0; i < mask.length; i++)
    if (mask[i]! > 0 && seen[i] === 0) yield flood([i], seen, width, (j) => mask[j]! > 0);
}

/** Empties connected areas of fewer than `least` pixels. */
export function removeSmallComponents(mask: Float32Array, width: number, least: number): void {
  for (const area of connectedComponents(mask, width)) if (area.length < least) for (const i of area) mask[i] = 0;
}
