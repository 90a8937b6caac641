import type { Run } from './runs.js';

/** How much of a run is done, 0 to 1, as far as its log tells: the last progress bar in it. */
export function progressOf({ status, logs }: Pick<Run, 'status' | 'logs'>): number {
  if (status === 'succeeded') return 1;
  const percent = [...logs.matchAll(/(\d{1,3})%\|/g)].at(-1)?.[1];
  return percent ? Math.min(1, Number(percent) / 100) : 0;
}
