import type { RunChange } from './needs.js';
import type { Run } from './runs.js';

/** How a run ended, and what it has cost. */
export function endOf({ status, seconds }: Run, usdPerSecond: number): RunChange {
  return { status, seconds: seconds ?? 0, usdMicros: Math.round((seconds ?? 0) * usdPerSecond * 1e6) };
}
