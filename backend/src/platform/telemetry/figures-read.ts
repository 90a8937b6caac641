import type { Attributes, Meter, ObservableGauge } from '@opentelemetry/api';
import { withDeadline } from '../outages/index.js';

/** A database that hangs must not keep the other figures from being told, in milliseconds. */
const READ_MS = 2_000;

/** So old may be what is told while it cannot be read anew, or three times what is kept anyway, in milliseconds. */
const STALE_MS = 60_000;

/** Tells one figure. */
export type Tell = (gauge: ObservableGauge, value: number, labels: Attributes) => void;

interface FiguresRead<T> {
  gauges: ObservableGauge[];
  read: () => Promise<T>;
  /** Every set of labels each time, since what is not told keeps its last figure; with null every figure is `NaN`. */
  tell: (found: T | null, tell: Tell) => void;
  /** What was read is told for so long before it is read anew, in milliseconds; 0 where every question reads. */
  keepMs?: number;
}

/** Tells figures that have to be read: by one query at a time, however often they are asked for while the database hangs. */
export function tellFiguresRead<T>(meter: Meter, { gauges, read, tell, keepMs = 0 }: FiguresRead<T>): void {
  let reading: Promise<T> | null = null;
  let last: { found: T; at: number } | null = null;
  const readOnce = (): Promise<T> =>
    (reading ??= read()
      .then((found) => {
        last = { found, at: performance.now() };
        return found;
      })
      .finally(() => (reading = null)));
  meter.addBatchObservableCallback(async (result) => {
    const known = (ms: number): T | null => (last !== null && performance.now() - last.at < ms ? last.found : null);
    const found =
      known(keepMs) ?? (await withDeadline(readOnce(), READ_MS).catch(() => known(Math.max(STALE_MS, 3 * keepMs))));
    tell(found, (gauge, value, labels) => result.observe(gauge, value, labels));
  }, gauges);
}
