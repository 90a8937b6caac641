/** A direction, a place or a linear colour. */
export type Triple = readonly [number, number, number];

/** The direction with length one. */
export function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** The colour made stronger or weaker. */
export const times = ([r, g, b]: Triple, factor: number): Triple => [r * factor, g * factor, b * factor];

/** The i-th of directions or places that stand in a row. */
export const tripleAt = (row: Float32Array, i: number): Triple => [row[i * 3]!, row[i * 3 + 1]!, row[i * 3 + 2]!];
