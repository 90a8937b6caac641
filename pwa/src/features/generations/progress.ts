import type { TextKey } from '~/lib/i18n';

/** What the bar shows at most before the work is done. */
const CAP = 0.95;
/** How far the estimate may run ahead of what has been reported: about one portrait. */
const LEAD = 0.12;

export interface Report {
  /** True share of the work done, 0 to 1. */
  fraction: number;
  /** When it was reported, in milliseconds. */
  at: number;
}

/**
 * What the progress bar shows. The truth is what the worker reports; between two reports the estimate fills in, a little at most, and
 * nothing but the end itself shows more than 95 %.
 */
export function shownFraction(report: Report, now: number, estimateSeconds: number): number {
  const elapsed = Math.max(0, now - report.at) / 1000;
  const filled = report.fraction + Math.min(LEAD, elapsed / Math.max(1, estimateSeconds));
  return Math.min(CAP, filled);
}

/** The sentence that goes with the true fraction. */
export function progressText(fraction: number): TextKey {
  if (fraction < 0.3) return 'generations.progress.preparing';
  if (fraction < 0.6) return 'generations.progress.generating';
  if (fraction < 0.9) return 'generations.progress.almost';
  return 'generations.progress.details';
}
