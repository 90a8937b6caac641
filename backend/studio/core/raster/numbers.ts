/** Cubic step from 0 at `low` to 1 at `high`. */
export function smoothstep(low: number, high: number, v: number): number {
  const t = Math.min(1, Math.max(0, (v - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

/** Limits a number. */
export const clamp = (v: number, low: number, high: number): number => (v < low ? low : v > high ? high : v);

/** Straight line from 0 at `low` to 1 at `high`, cut there. */
export const ramp = (low: number, high: number, v: number): number => clamp((v - low) / (high - low), 0, 1);

/** The value below which the given share of the numbers lies (0..1). The input is not changed; an empty one gives NaN. */
export function percentile(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) return NaN;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** Median of the numbers; NaN for none. */
export const median = (values: ArrayLike<number>): number => percentile(values, 0.5);

/** Value whose cumulated weight first reaches half of the total. */
export function weightedMedian(values: readonly number[], weights: readonly number[]): number {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const half = weights.reduce((sum, w) => sum + w, 0) / 2;
  let sum = 0;
  for (const i of order) {
    sum += weights[i]!;
    if (sum >= half) return values[i]!;
  }
  return NaN;
}
